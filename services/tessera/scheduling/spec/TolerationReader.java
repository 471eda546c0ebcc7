package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Toleration;

/** Reads tolerations from API objects. */
public final class TolerationReader {

    private TolerationReader() {}

    /** Returns the tolerations in a list; empty where there is no list. */
    public static List<Toleration> readTolerations(JsonNode list) {
        return JsonCollectionConverter.mapList(list, TolerationReader::readToleration);
    }

    private static Toleration readToleration(JsonNode toleration) {
        var seconds = toleration.path("tolerationSeconds");
        @Nullable
        Long patience = seconds.isNumber() ? Long.valueOf(seconds.asLong()) : null;
        return new Toleration(toleration.path("key").asText(""), toleration.path("operator").asText(""),
                toleration.path("value").asText(""), toleration.path("effect").asText(""), patience);
    }
}
