package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** The other objects of the cluster, as far as admission asks for them. Answers must not be changed. */
public interface AdmissionLookup {

    /**
     * One object.
     *
     * @param namespace empty for kinds outside of namespaces
     */
    Optional<ObjectNode> find(String kind, String namespace, String name);

    /** All objects of a kind in a namespace, in the order of their names. */
    List<ObjectNode> list(String kind, String namespace);
}
