package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.UnreadObjects;

/** A source that notes of which kinds there are more objects than are read. One thread at a time. */
public final class TruncationLog implements ObjectSource {

    private final ObjectSource source;
    private final Set<String> cuts = new LinkedHashSet<>();

    public TruncationLog(ObjectSource source) {
        this.source = source;
    }

    @Override
    public Optional<JsonNode> object(ObjectRef object) throws Failure, InterruptedException {
        return source.object(object);
    }

    @Override
    public List<String> names(ObjectRef kind) throws Failure, InterruptedException {
        return source.names(kind);
    }

    @Override
    public Optional<Set<String>> groups() throws Failure, InterruptedException {
        return source.groups();
    }

    @Override
    public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        var read = new AtomicInteger();
        boolean all = source.each(kind, selectors, object -> {
            read.incrementAndGet();
            reader.accept(object);
        });
        // Of a kind that is not served none is read.
        if (!all && read.get() > 0) {
            var where = kind.namespace().isEmpty() ? "" : " of " + kind.namespace();
            cuts.add(String.format(Locale.ROOT,
                    "Only %,d %s were looked at; there are more, and what these tell is not known", read.get(),
                    (kind.placed() ? kind.resource() : kind.kind() + "s") + where));
        }
        return all;
    }

    @Override
    public UnreadObjects unread() {
        return source.unread();
    }

    /** What was noted so far is asked about no more. */
    public void forget() {
        cuts.clear();
    }

    /** A sentence for each kind of which there were more, without a full stop. */
    public List<String> cuts() {
        return List.copyOf(cuts);
    }
}
