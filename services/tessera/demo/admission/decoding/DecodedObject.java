package tessera.demo.admission.decoding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An object as the server understood it.
 *
 * @param object  without unknown fields, values in their normal form
 * @param unknown e.g. {@code unknown field "spec.gpus"}, in the order of the request
 */
public record DecodedObject(ObjectNode object, List<String> unknown) {
    public DecodedObject {
        unknown = List.copyOf(unknown);
    }
}
