package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.model.UnreadableObjects;

/** An object source that passes each read on to another one, for those that watch some of them. */
public abstract class ForwardingObjectSource implements ClusterObjectSource {

    private final ClusterObjectSource source;

    protected ForwardingObjectSource(ClusterObjectSource source) {
        this.source = source;
    }

    @Override
    public Optional<JsonNode> find(ObjectRef object) throws ProblemException, InterruptedException {
        return source.find(object);
    }

    @Override
    public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        return source.forEach(kind, selectors, reader);
    }

    @Override
    public List<String> listNames(ObjectRef kind) throws ProblemException, InterruptedException {
        return source.listNames(kind);
    }

    @Override
    public Optional<Set<String>> apiGroups() throws ProblemException, InterruptedException {
        return source.apiGroups();
    }

    @Override
    public UnreadableObjects unread() {
        return source.unread();
    }
}
