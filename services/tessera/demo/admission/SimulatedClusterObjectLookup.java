package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** Access of admission to the other objects of the cluster. Answers must not be changed. */
public interface SimulatedClusterObjectLookup {

    /**
     * Returns an object; empty if it does not exist.
     *
     * @param namespace empty for kinds outside of namespaces
     */
    Optional<ObjectNode> find(String kind, String namespace, String name);

    /** Returns all objects of a kind in a namespace, by name. */
    List<ObjectNode> list(String kind, String namespace);
}
