package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** An object source that records the kinds of which not all objects were read. One thread at a time. */
public final class TruncationRecordingObjectSource extends ForwardingObjectSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TruncationRecordingObjectSource.class);

    private final Set<String> truncations = new LinkedHashSet<>();

    public TruncationRecordingObjectSource(ClusterObjectSource source) {
        super(source);
    }

    @Override
    public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        var read = new AtomicInteger();
        boolean all = super.forEach(kind, selectors, object -> {
            read.incrementAndGet();
            reader.accept(object);
        });
        // Of a kind that is not served none is read.
        if (!all && read.get() > 0) {
            truncations.add(MESSAGES.text("unknown.moreObjects", String.format(Locale.ROOT, "%,d", read.get()),
                    kind.isResolved() ? kind.resource() : kind.kind() + "s", kind.namespace()));
        }
        return all;
    }

    /** Clears the record. */
    public void clear() {
        truncations.clear();
    }

    /** Returns a sentence without a full stop for each kind that was not read completely. */
    public List<String> truncationMessages() {
        return List.copyOf(truncations);
    }
}
