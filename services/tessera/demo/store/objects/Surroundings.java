package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import tessera.demo.admission.lifecycle.Birth;
import tessera.demo.admission.write.WriteRequest;
import tessera.demo.admission.write.WriteRules;
import tessera.demo.object.ApiError;
import tessera.demo.store.Catalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Store;
import tessera.demo.store.Writer;

/**
 * What writing objects needs.
 *
 * @param aftermaths what follows from writes, in order
 */
public record Surroundings(Store store, Catalog catalog, Schemas schemas, WriteRules rules, Clock clock, Names names,
        List<Aftermath> aftermaths) {

    WriteRequest request(Target target, WriteOptions options) {
        return new WriteRequest(schemas.of(target.type()), target.namespace(), target.name(), target.subresource(),
                options.manager(), options.validation());
    }

    Birth birth() {
        return new Birth(names.uid(), names.suffix(), clock.instant());
    }

    void written(ResourceType type, ObjectNode object, Writer writer) throws ApiError {
        for (var aftermath : aftermaths) {
            aftermath.written(type, object, writer);
        }
    }

    void removed(ResourceType type, ObjectNode object, Writer writer) throws ApiError {
        for (var aftermath : aftermaths) {
            aftermath.removed(type, object, writer);
        }
    }
}
