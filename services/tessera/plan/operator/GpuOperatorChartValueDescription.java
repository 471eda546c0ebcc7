package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A documented value of the operator's chart. Data: {@code values.json}.
 *
 * @param path    names with dots between them
 * @param options to choose from; none where anything may be said
 * @param defaultValue   what the chart has; empty where that depends on its version
 * @param description   what it means
 */
public record GpuOperatorChartValueDescription(String path, ChartValueType type, List<String> options,
        String defaultValue, String description) {

    /** The type of a chart value. */
    public enum ChartValueType {
        FLAG,
        CHOICE,
        NUMBER,
        /** YAML. */
        TEXT
    }

    public GpuOperatorChartValueDescription {
        options = List.copyOf(options);
    }

    /** Returns the values that ship with the product. */
    public static List<GpuOperatorChartValueDescription> standardValues() {
        var values = new ArrayList<GpuOperatorChartValueDescription>();
        try (var file = Objects
                .requireNonNull(GpuOperatorChartValueDescription.class.getResourceAsStream("values.json"))) {
            new JsonMapper().readTree(file).forEach(entry -> values.add(fromJson(entry)));
        } catch (IOException e) {
            throw new UncheckedIOException("values.json is damaged", e);
        }
        return values;
    }

    private static GpuOperatorChartValueDescription fromJson(JsonNode entry) {
        var options = new ArrayList<String>();
        entry.path("options").forEach(option -> options.add(option.asText()));
        return new GpuOperatorChartValueDescription(entry.path("path").asText(),
                ChartValueType.valueOf(entry.path("type").asText().toUpperCase(Locale.ROOT)), options,
                entry.path("default").asText(), entry.path("words").asText());
    }

    /** Returns whether the value matches a search query. */
    public boolean matchesQuery(String sought) {
        var text = (path + " " + description).toLowerCase(Locale.ROOT);
        for (var word : sought.toLowerCase(Locale.ROOT).trim().split("\\s+", -1)) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }
}
