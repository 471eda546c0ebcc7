package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.object.SimulatedApiException;

/** A change of an object. */
@FunctionalInterface
public interface SimulatedObjectEditFunction {

    void apply(ObjectNode object) throws SimulatedApiException;
}
