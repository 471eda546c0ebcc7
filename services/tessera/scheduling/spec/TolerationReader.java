package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Toleration;

/** Reads tolerations as the API has them. */
public final class TolerationReader {

    private TolerationReader() {}

    /** Those of a list; none where there is no list. */
    public static List<Toleration> of(JsonNode list) {
        return JsonFields.list(list, TolerationReader::one);
    }

    private static Toleration one(JsonNode toleration) {
        var seconds = toleration.path("tolerationSeconds");
        @Nullable
        Long patience = seconds.isNumber() ? Long.valueOf(seconds.asLong()) : null;
        return new Toleration(toleration.path("key").asText(""), toleration.path("operator").asText(""),
                toleration.path("value").asText(""), toleration.path("effect").asText(""), patience);
    }
}
