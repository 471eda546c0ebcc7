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
final class RuleData {

    private RuleData() {}

    static List<RuleGroup> groups(JsonWalk walk) throws IOException {
        var groups = new ArrayList<RuleGroup>();
        walk.object(name -> {
            if (name.equals("groups")) {
                walk.array(() -> groups.add(group(walk)));
            } else {
                walk.skip();
            }
        });
        return groups;
    }

    static List<ReportedAlert> alerts(JsonWalk walk) throws IOException {
        var alerts = new ArrayList<ReportedAlert>();
        walk.object(name -> {
            if (name.equals("alerts")) {
                walk.array(() -> alerts.add(alert(walk)));
            } else {
                walk.skip();
            }
        });
        return alerts;
    }

    private static RuleGroup group(JsonWalk walk) throws IOException {
        var rules = new ArrayList<ReportedRule>();
        var draft = new RuleDraft();
        walk.object(name -> {
            if (name.equals("rules")) {
                walk.array(() -> rules.add(rule(walk)));
            } else {
                draft.read(name, walk);
            }
        });
        return new RuleGroup(draft.text("name"), draft.text("file"), draft.duration("interval"), rules);
    }

    private static ReportedRule rule(JsonWalk walk) throws IOException {
        var alerts = new ArrayList<ReportedAlert>();
        var draft = new RuleDraft();
        walk.object(name -> {
            if (name.equals("alerts")) {
                walk.array(() -> alerts.add(alert(walk)));
            } else {
                draft.read(name, walk);
            }
        });
        return new ReportedRule(draft.text("type"), draft.text("name"), draft.text("query"), draft.text("state"),
                draft.text("health"), draft.text("lastError"), draft.duration("duration"), draft.labels,
                draft.annotations, alerts);
    }

    private static ReportedAlert alert(JsonWalk walk) throws IOException {
        var draft = new RuleDraft();
        walk.object(name -> draft.read(name, walk));
        return new ReportedAlert(draft.labels, draft.annotations, draft.text("state"), draft.moment("activeAt"),
                draft.value);
    }

    /** What was read of an object so far. */
    private static final class RuleDraft {

        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, Double> numbers = new HashMap<>();
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private double value = Double.NaN;

        void read(String name, JsonWalk walk) throws IOException {
            switch (name) {
                case "name", "file", "type", "query", "state", "health", "lastError", "activeAt" ->
                    texts.put(name, walk.text());
                case "interval", "duration" -> numbers.put(name, walk.number());
                case "labels" -> labels = walk.textByName();
                case "annotations" -> annotations = walk.textByName();
                case "value" -> value = walk.value();
                default -> walk.skip();
            }
        }

        String text(String name) {
            return texts.getOrDefault(name, "");
        }

        Duration duration(String name) {
            return Duration.ofMillis(Math.round(numbers.getOrDefault(name, 0.0) * 1000));
        }

        @Nullable
        Instant moment(String name) {
            try {
                return texts.containsKey(name) ? Instant.parse(text(name)) : null;
            } catch (DateTimeParseException _) {
                return null;
            }
        }
    }
}
