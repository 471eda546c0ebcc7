package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.model.ProblemException;

/**
 * An advised chart value.
 *
 * @param path   names with dots between them
 * @param value  as YAML
 * @param reason why, in a sentence
 */
public record HelmChartValueAdvice(String path, String value, String reason) {

    /** Returns the values with all that is advised, later ones over earlier ones. */
    public static HelmValues toValues(List<HelmChartValueAdvice> all) throws ProblemException {
        var values = HelmValues.read("");
        for (var advice : all) {
            values = values.withValue(advice.path(), advice.value());
        }
        return values;
    }

    /** Returns for example {@code driver.enabled=false}. */
    public String assignmentText() {
        return path + "=" + value;
    }

    boolean isFollowedBy(HelmValues values) {
        var pointer = "/" + path.replace('.', '/');
        try {
            JsonNode meant = HelmValues.read("").withValue(path, value).nodeAt(pointer);
            return meant.equals(values.nodeAt(pointer));
        } catch (ProblemException _) {
            return false;
        }
    }
}
