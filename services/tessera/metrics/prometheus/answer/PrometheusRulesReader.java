package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads rules and alerts. */
final class PrometheusRulesReader {

    private PrometheusRulesReader() {}

    @FunctionalInterface
    private interface ListEntryReader<E> {

        E readEntry(JsonStreamReader reader) throws IOException;
    }

    private static <E> List<E> readList(JsonStreamReader reader, ListEntryReader<E> entries) throws IOException {
        var list = new ArrayList<E>();
        reader.readArray(() -> list.add(entries.readEntry(reader)));
        return list;
    }

    static List<PrometheusRuleGroup> readGroups(JsonStreamReader reader) throws IOException {
        var groups = new ArrayList<PrometheusRuleGroup>();
        reader.readObject(name -> {
            if (name.equals("groups")) {
                groups.addAll(readList(reader, PrometheusRulesReader::readGroup));
            } else {
                reader.skipValue();
            }
        });
        return groups;
    }

    static List<PrometheusReportedAlert> readAlerts(JsonStreamReader reader) throws IOException {
        var alerts = new ArrayList<PrometheusReportedAlert>();
        reader.readObject(name -> {
            if (name.equals("alerts")) {
                alerts.addAll(readList(reader, PrometheusRulesReader::readAlert));
            } else {
                reader.skipValue();
            }
        });
        return alerts;
    }

    private static PrometheusRuleGroup readGroup(JsonStreamReader reader) throws IOException {
        var rules = new ArrayList<PrometheusReportedRule>();
        var draft = new PrometheusRuleBuilder();
        reader.readObject(name -> {
            if (name.equals("rules")) {
                rules.addAll(readList(reader, PrometheusRulesReader::readRule));
            } else {
                draft.readField(name, reader);
            }
        });
        return new PrometheusRuleGroup(draft.textOf("name"), draft.textOf("file"), draft.durationOf("interval"), rules);
    }

    private static PrometheusReportedRule readRule(JsonStreamReader reader) throws IOException {
        var alerts = new ArrayList<PrometheusReportedAlert>();
        var draft = new PrometheusRuleBuilder();
        reader.readObject(name -> {
            if (name.equals("alerts")) {
                alerts.addAll(readList(reader, PrometheusRulesReader::readAlert));
            } else {
                draft.readField(name, reader);
            }
        });
        return new PrometheusReportedRule(draft.textOf("type"), draft.textOf("name"), draft.textOf("query"),
                draft.textOf("state"), draft.textOf("health"), draft.textOf("lastError"), draft.durationOf("duration"),
                draft.labels, draft.annotations, alerts);
    }

    private static PrometheusReportedAlert readAlert(JsonStreamReader reader) throws IOException {
        var draft = new PrometheusRuleBuilder();
        reader.readObject(name -> draft.readField(name, reader));
        return new PrometheusReportedAlert(draft.labels, draft.annotations, draft.textOf("state"),
                draft.timeOf("activeAt"), draft.value);
    }

    /** The fields of an object read so far. */
    private static final class PrometheusRuleBuilder {

        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, Double> numbers = new HashMap<>();
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private double value = Double.NaN;

        void readField(String name, JsonStreamReader reader) throws IOException {
            switch (name) {
                case "name", "file", "type", "query", "state", "health", "lastError", "activeAt" ->
                    texts.put(name, reader.readText());
                case "interval", "duration" -> numbers.put(name, reader.readNumber());
                case "labels" -> labels = reader.readTextMap();
                case "annotations" -> annotations = reader.readTextMap();
                case "value" -> value = reader.readSampleValue();
                default -> reader.skipValue();
            }
        }

        String textOf(String name) {
            return texts.getOrDefault(name, "");
        }

        Duration durationOf(String name) {
            return Duration.ofMillis(Math.round(numbers.getOrDefault(name, 0.0) * 1000));
        }

        @Nullable
        Instant timeOf(String name) {
            try {
                return texts.containsKey(name) ? Instant.parse(textOf(name)) : null;
            } catch (DateTimeParseException _) {
                return null;
            }
        }
    }
}
