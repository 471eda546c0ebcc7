package tessera.ui.inspect;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;

/** Drafts of YAML edits that were left unfinished, kept while the window is open. FX thread. */
final class YamlEditDrafts {

    private final Map<EditDraftKey, YamlEditDraft> draftsByKey = new HashMap<>();

    /** Key of a draft: cluster and object, because objects of different clusters may have the same name. */
    record EditDraftKey(String cluster, ObjectRef object) {

        /** Whichever version of it is looked at. */
        EditDraftKey {
            object = ObjectRef.unresolved(object.group(), object.kind(), object.namespace(), object.name());
        }
    }

    /**
     * A draft of an edit.
     *
     * @param object   where the cluster had it
     * @param original as it was read
     * @param managed  whether it was read with managed fields
     * @param text     as it was left
     */
    record YamlEditDraft(ObjectRef object, String original, boolean managed, String text) {}

    void keep(EditDraftKey key, YamlEditDraft draft) {
        draftsByKey.put(key, draft);
    }

    /** Removes and returns the draft of an object. */
    Optional<YamlEditDraft> take(EditDraftKey key) {
        return Optional.ofNullable(draftsByKey.remove(key));
    }

    /** Removes a draft if it has just this text. */
    void forget(EditDraftKey key, String text) {
        draftsByKey.entrySet().removeIf(draft -> draft.getKey().equals(key) && draft.getValue().text().equals(text));
    }
}
