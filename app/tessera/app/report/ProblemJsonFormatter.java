package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import tessera.model.Problem;

/** Problems as JSON. */
final class ProblemJsonFormatter {

    private ProblemJsonFormatter() {}

    static ObjectNode toJson(Problem problem) {
        var json = JsonNodeFactory.instance.objectNode().put("kind", problem.kind().name().toLowerCase(Locale.ROOT))
                .put("headline", problem.headline()).put("detail", problem.detail()).put("remedy", problem.remedy());
        return ReasonJsonWriter.put(json, problem.reason());
    }
}
