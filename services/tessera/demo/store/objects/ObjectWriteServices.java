package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import tessera.demo.admission.lifecycle.NewObjectMetadata;
import tessera.demo.admission.write.SimulatedApiWritePipeline;
import tessera.demo.admission.write.SimulatedApiWriteRequest;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceCatalog;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedStoreTransaction;

/**
 * The collaborators that a write of objects needs.
 *
 * @param consequences what follows from writes, in order
 */
public record ObjectWriteServices(SimulatedEtcdStore store, ServedResourceCatalog catalog,
        SimulatedResourceFieldSchemas schemas, SimulatedApiWritePipeline rules,
        Clock clock, SimulatedObjectNameGenerator names,
        List<SimulatedWriteSideEffects> consequences) {

    SimulatedApiWriteRequest createRequest(ObjectWriteTarget target, ObjectWriteOptions options) {
        return new SimulatedApiWriteRequest(schemas.schemaOf(target.type()), target.namespace(), target.name(),
                target.subresource(),
                options.manager(), options.validation());
    }

    NewObjectMetadata initialMetadata() {
        return new NewObjectMetadata(names.randomUid(), names.randomSuffix(), clock.instant());
    }

    void notifyWritten(ServedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiError {
        for (var aftermath : consequences) {
            aftermath.afterWrite(type, object, writer);
        }
    }

    void notifyRemoved(ServedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiError {
        for (var aftermath : consequences) {
            aftermath.afterRemoval(type, object, writer);
        }
    }
}
