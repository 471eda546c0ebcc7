package tessera.plan.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Versions of the operator's chart, and what became otherwise between them. Data: {@code breaks.json}. */
final class OperatorVersions {

    private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(\\..*|-.*|\\+.*)?");

    private OperatorVersions() {}

    /** Year and month of a version; empty where it is none. */
    record VersionMonth(int major, int minor) implements Comparable<VersionMonth> {

        @Override
        public int compareTo(VersionMonth other) {
            return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
        }
    }

    static Optional<VersionMonth> read(String version) {
        var parts = NUMBERS.matcher(version);
        return parts.matches()
                ? Optional.of(new VersionMonth(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2))))
                : Optional.empty();
    }

    /** Whether a version is at least another; where either cannot be read, it is taken for no. */
    static boolean atLeast(String version, String other) {
        var one = read(version);
        var two = read(other);
        return one.isPresent() && two.isPresent() && one.get().compareTo(two.get()) >= 0;
    }

    /** What becomes otherwise on the way from one version to a later one. */
    static List<String> breaks(String from, String to) {
        var words = new ArrayList<String>();
        try (var file = Objects.requireNonNull(OperatorVersions.class.getResourceAsStream("breaks.json"))) {
            for (var entry : new JsonMapper().readTree(file)) {
                var since = entry.path("since").asText();
                if (!atLeast(from, since) && atLeast(to, since)) {
                    words.add("Since v" + since + " " + entry.path("words").asText());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The list of breaks is damaged", e);
        }
        return words;
    }
}
