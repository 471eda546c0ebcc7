package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.model.Failure;

/**
 * A value of a chart that is advised.
 *
 * @param path   names with dots between them
 * @param value  as YAML
 * @param reason why, fit to follow “because”
 */
public record ValueAdvice(String path, String value, String reason) {

    /** The value with all that is advised, the later over the earlier. */
    public static HelmValues laid(List<ValueAdvice> all) throws Failure {
        var values = HelmValues.read("");
        for (var advice : all) {
            values = values.with(advice.path(), advice.value());
        }
        return values;
    }

    /** For example {@code driver.enabled=false}. */
    public String words() {
        return path + "=" + value;
    }

    boolean followed(HelmValues values) {
        var pointer = "/" + path.replace('.', '/');
        try {
            JsonNode meant = HelmValues.read("").with(path, value).at(pointer);
            return meant.equals(values.at(pointer));
        } catch (Failure _) {
            return false;
        }
    }
}
