package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import tessera.demo.admission.SimulatedApiWritePipeline;
import tessera.demo.admission.SimulatedApiWriteRequest;
import tessera.demo.admission.SimulatedServerGeneratedMetadata;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;

/**
 * The collaborators that a write of objects needs.
 *
 * @param consequences what follows from writes, in order
 */
public record SimulatedWriteDependencies(SimulatedEtcdStore store, SimulatedServedResourceCatalog catalog,
        SimulatedResourceFieldSchemas schemas, SimulatedApiWritePipeline rules, Clock clock,
        SimulatedNameAndUidGenerator names, List<SimulatedWriteSideEffects> consequences) {

    SimulatedApiWriteRequest createRequest(SimulatedObjectWriteTarget target, SimulatedWriteOptions options) {
        return new SimulatedApiWriteRequest(schemas.schemaOf(target.type()), target.namespace(), target.name(),
                target.subresource(), options.manager(), options.validation());
    }

    SimulatedServerGeneratedMetadata initialMetadata() {
        return new SimulatedServerGeneratedMetadata(names.randomUid(), names.randomSuffix(), clock.instant());
    }

    void notifyWritten(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException {
        for (var aftermath : consequences) {
            aftermath.afterWrite(type, object, writer);
        }
    }

    void notifyRemoved(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException {
        for (var aftermath : consequences) {
            aftermath.afterRemoval(type, object, writer);
        }
    }
}
