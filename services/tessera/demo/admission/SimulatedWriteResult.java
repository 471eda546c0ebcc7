package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The result of a write.
 *
 * @param object   to be stored under the next resource version; it carries the old one, a new object none
 * @param changed  whether it differs from what is stored; if not, the stored resource version stays
 * @param warnings texts for {@code Warning} headers
 * @param chargedQuotas  quotas with their new status, to be stored together with the object
 */
public record SimulatedWriteResult(ObjectNode object, boolean changed, List<String> warnings,
        List<ObjectNode> chargedQuotas) {
    public SimulatedWriteResult {
        warnings = List.copyOf(warnings);
        chargedQuotas = List.copyOf(chargedQuotas);
    }
}
