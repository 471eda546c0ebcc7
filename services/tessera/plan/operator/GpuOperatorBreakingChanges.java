package tessera.plan.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.text.MessageCatalog;

/** Versions of the operator's chart, and breaking changes between them. Data: {@code breaks.json}. */
final class GpuOperatorBreakingChanges {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuOperatorBreakingChanges.class);
    private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(\\..*|-.*|\\+.*)?");

    private GpuOperatorBreakingChanges() {}

    /** The year and month of a chart version. */
    record YearMonthVersion(int major, int minor) implements Comparable<YearMonthVersion> {

        @Override
        public int compareTo(YearMonthVersion other) {
            if (major != other.major) {
                return Integer.compare(major, other.major);
            }
            return Integer.compare(minor, other.minor);
        }
    }

    static Optional<YearMonthVersion> parseVersion(String version) {
        var parts = NUMBERS.matcher(version);
        if (parts.matches()) {
            return Optional
                    .of(new YearMonthVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2))));
        }
        return Optional.empty();
    }

    /** Returns whether a version is at least another; false if either cannot be parsed. */
    static boolean isAtLeast(String version, String other) {
        var one = parseVersion(version);
        var two = parseVersion(other);
        return one.isPresent() && two.isPresent() && one.get().compareTo(two.get()) >= 0;
    }

    /** Returns the breaking changes from one version to a later one. */
    static List<HelmReleaseWarning> breakingChanges(String from, String to) {
        var changes = new ArrayList<HelmReleaseWarning>();
        try (var file = Objects.requireNonNull(GpuOperatorBreakingChanges.class.getResourceAsStream("breaks.json"))) {
            for (var entry : new JsonMapper().readTree(file)) {
                var since = entry.path("since").asText();
                if (!isAtLeast(from, since) && isAtLeast(to, since)) {
                    changes.add(new HelmReleaseWarning.BreakingChange(since,
                            MESSAGES.text(entry.path("text").asText() + ".why")));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("breaks.json is damaged", e);
        }
        return changes;
    }
}
