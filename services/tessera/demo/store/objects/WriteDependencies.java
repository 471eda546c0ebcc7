package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import tessera.demo.admission.lifecycle.InitialMetadata;
import tessera.demo.admission.write.WriteRequest;
import tessera.demo.admission.write.WriteRules;
import tessera.demo.object.ApiError;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreWriter;

/**
 * The collaborators that a write of objects needs.
 *
 * @param consequences what follows from writes, in order
 */
public record WriteDependencies(ObjectStore store, ResourceCatalog catalog, ResourceSchemas schemas, WriteRules rules,
        Clock clock, GeneratedNames names,
        List<WriteConsequences> consequences) {

    WriteRequest createRequest(WriteTarget target, WriteOptions options) {
        return new WriteRequest(schemas.schemaOf(target.type()), target.namespace(), target.name(),
                target.subresource(),
                options.manager(), options.validation());
    }

    InitialMetadata initialMetadata() {
        return new InitialMetadata(names.randomUid(), names.randomSuffix(), clock.instant());
    }

    void notifyWritten(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        for (var aftermath : consequences) {
            aftermath.afterWrite(type, object, writer);
        }
    }

    void notifyRemoved(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        for (var aftermath : consequences) {
            aftermath.afterRemoval(type, object, writer);
        }
    }
}
