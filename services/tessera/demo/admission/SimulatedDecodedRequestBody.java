package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A decoded object and its unknown fields.
 *
 * @param object  without unknown fields, values in their normal form
 * @param unknownFields e.g. {@code unknown field "spec.gpus"}, in the order of the request
 */
public record SimulatedDecodedRequestBody(ObjectNode object, List<String> unknownFields) {
    public SimulatedDecodedRequestBody {
        unknownFields = List.copyOf(unknownFields);
    }
}
