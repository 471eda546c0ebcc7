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
 * What writing objects needs.
 *
 * @param aftermaths what follows from writes, in order
 */
public record WriteDependencies(ObjectStore store, ResourceCatalog catalog, ResourceSchemas schemas, WriteRules rules,
        Clock clock, GeneratedNames names,
        List<WriteConsequences> aftermaths) {

    WriteRequest request(WriteTarget target, WriteOptions options) {
        return new WriteRequest(schemas.of(target.type()), target.namespace(), target.name(), target.subresource(),
                options.manager(), options.validation());
    }

    InitialMetadata birth() {
        return new InitialMetadata(names.uid(), names.suffix(), clock.instant());
    }

    void written(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        for (var aftermath : aftermaths) {
            aftermath.written(type, object, writer);
        }
    }

    void removed(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        for (var aftermath : aftermaths) {
            aftermath.removed(type, object, writer);
        }
    }
}
