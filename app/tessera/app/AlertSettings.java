package tessera.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.Thresholds;
import tessera.alerts.Unit;

/**
 * The alert rules as the user set them in {@code alerts.json}. A damaged file is set aside, and the rules serve as they
 * ship; an entry that means nothing is told, and the others count.
 *
 * @param messages what has to be said about the file
 */
record AlertSettings(AlertRules rules, List<String> messages) {

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final String FILE = "alerts.json";
    private static final String DAMAGED = "alerts.damaged.json";

    AlertSettings {
        messages = List.copyOf(messages);
    }

    /** The content of the file; what it has no word on is null. */
    private record Content(@Nullable Map<String, Double> thresholds, @Nullable List<String> off) {}

    static AlertSettings read(Path folder) {
        var file = folder.resolve(FILE);
        var standard = AlertRules.standard();
        if (!Files.exists(file)) {
            return new AlertSettings(standard, List.of());
        }
        try {
            return of(JSON.readValue(file.toFile(), Content.class), file, standard);
        } catch (JsonProcessingException damaged) {
            return new AlertSettings(standard, List.of(setAside(file)));
        } catch (IOException unreadable) {
            return new AlertSettings(standard,
                    List.of("The alert settings in %s cannot be read; the rules serve as they ship."
                            .formatted(file)));
        }
    }

    private static String setAside(Path file) {
        var aside = file.resolveSibling(DAMAGED);
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            return "The alert settings in %s are damaged and were moved to %s; the rules serve as they ship."
                    .formatted(file, aside);
        } catch (IOException stuck) {
            return "The alert settings in %s are damaged; the rules serve as they ship.".formatted(file);
        }
    }

    private static AlertSettings of(@Nullable Content content, Path file, AlertRules standard) {
        if (content == null) {
            return new AlertSettings(standard, List.of(setAside(file)));
        }
        var messages = new ArrayList<String>();
        var limits = new TreeMap<String, Double>();
        var thresholds = content.thresholds() == null ? Map.<String, Double>of() : content.thresholds();
        thresholds.forEach((id, threshold) -> {
            var complaint = standard.rule(id).map(rule -> complaint(rule, threshold))
                    .orElse("there is no rule “%s”".formatted(id));
            if (complaint.isEmpty()) {
                limits.put(id, threshold);
            } else {
                messages.add("In %s: %s.".formatted(file, complaint));
            }
        });
        var off = new TreeSet<String>();
        for (var id : content.off() == null ? List.<String>of() : content.off()) {
            if (standard.rule(id).isPresent()) {
                off.add(id);
            } else {
                messages.add("In %s: there is no rule “%s”.".formatted(file, id));
            }
        }
        return new AlertSettings(standard.with(new Thresholds(limits, off)), messages);
    }

    /** What is wrong with a threshold; empty where nothing is. */
    private static String complaint(AlertRule rule, @Nullable Double threshold) {
        if (rule.limit() == null) {
            return "the rule “%s” has no threshold".formatted(rule.id());
        }
        if (threshold == null || !Double.isFinite(threshold) || threshold < 0) {
            return "the threshold of “%s” is no number from 0 on".formatted(rule.id());
        }
        return rule.signal().unit() == Unit.SHARE && threshold > 1
                ? "the threshold of “%s” is a share, from 0 to 1, not %s".formatted(rule.id(), threshold)
                : "";
    }
}
