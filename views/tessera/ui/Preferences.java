package tessera.ui;

import java.util.List;
import tessera.flow.Latest;
import tessera.settings.Edit;
import tessera.settings.Settings;

/** What the user settled, and the one way to settle it otherwise. Safe for use by several threads. */
public interface Preferences {

    /**
     * What holds now.
     *
     * @param file     where it stands
     * @param messages what has to be said about that file, a sentence each; empty when all is well
     */
    record Settled(Settings settings, String file, List<String> messages) {
        public Settled {
            messages = List.copyOf(messages);
        }
    }

    Latest<Settled> settled();

    /** Settles something otherwise and returns at once. It holds and is written soon; where it cannot be written, that is told. */
    void change(Edit... edits);
}
