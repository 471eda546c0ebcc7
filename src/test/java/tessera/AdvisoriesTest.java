package tessera;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** No library is of a version of which something bad was known on the day on which that was looked at. */
class AdvisoriesTest {

    private static final Pattern JAR = Pattern
            .compile("(?<name>.+?)-(?<version>\\d+(?:\\.[\\w-]+?)*?)(?:-(?:linux|win|mac)(?:-\\w+)?)?\\.jar");

    private static JsonNode known;

    @BeforeAll
    static void read() throws IOException {
        known = new JsonMapper().readTree(Files.readString(Path.of("src/test/resources/advisories.json")));
    }

    /** What this build resolved, by the names of the jars. */
    private static Map<String, String> resolved() {
        var all = new TreeMap<String, String>();
        for (var entry : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
            var jar = JAR.matcher(String.valueOf(Path.of(entry).getFileName()));
            if (jar.matches()) {
                all.put(jar.group("name"), jar.group("version"));
            }
        }
        return all;
    }

    private static List<Integer> numbers(String version) {
        return Arrays.stream(version.split("[.-]", -1)).filter(part -> part.matches("\\d{1,9}")).map(Integer::valueOf)
                .toList();
    }

    private static int compare(String one, String other) {
        var first = numbers(one);
        var second = numbers(other);
        for (int at = 0; at < Math.max(first.size(), second.size()); at++) {
            int order = Integer.compare(at < first.size() ? first.get(at) : 0, at < second.size() ? second.get(at) : 0);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static boolean sameLine(String one, String other) {
        return numbers(one + ".0.0").subList(0, 2).equals(numbers(other + ".0.0").subList(0, 2));
    }

    /** One that was mended in its own line, or is newer than all that were. */
    private static boolean affected(String version, JsonNode advisory) {
        var fixed = advisory.path("fixed").valueStream().map(JsonNode::asText).toList();
        var own = fixed.stream().filter(each -> sameLine(each, version)).findFirst();
        boolean mended = own.map(each -> compare(version, each) >= 0)
                .orElseGet(() -> fixed.stream().allMatch(each -> compare(version, each) > 0));
        return compare(version, advisory.path("since").asText()) >= 0 && !mended;
    }

    @ParameterizedTest
    @CsvSource({"2.21.3, true", "2.21.4, false", "2.18.8, false", "2.18.7, true", "2.19.1, true", "2.22.0, true",
        "2.22.1, false", "2.23.0, false", "2.14.9, false", "3.0.0, false"})
    void aVersionIsJudgedByItsOwnLine(String version, boolean affected) {
        assertThat(affected(version, known.path("advisories").get(1))).isEqualTo(affected);
    }

    @Test
    void noLibraryIsOfAVersionOfWhichSomethingIsKnown() {
        var resolved = resolved();
        assertThat(resolved).as("libraries on the class path").containsKeys("jackson-core", "okhttp-jvm", "snakeyaml");
        assertThat(known.path("advisories").valueStream()
                .filter(advisory -> resolved.containsKey(advisory.path("artifact").asText())
                        && affected(resolved.get(advisory.path("artifact").asText()), advisory))
                .map(advisory -> "%s %s: %s, mended in %s".formatted(advisory.path("artifact").asText(),
                        resolved.get(advisory.path("artifact").asText()), advisory.path("id").asText(),
                        advisory.path("fixed"))))
                .isEmpty();
    }

    @Test
    void everyLibraryWasLookedAt() {
        assertThat(LocalDate.parse(known.path("looked").asText())).isAfter(LocalDate.of(2026, 1, 1));
        var looked = known.path("artifacts").valueStream().map(JsonNode::asText).toList();
        assertThat(resolved().keySet().stream()
                .filter(name -> looked.stream().noneMatch(each -> name.equals(each) || name.startsWith(each + "-"))))
                .as("libraries of which nobody has looked whether something is known: look, and note them in "
                        + "src/test/resources/advisories.json with the date")
                .isEmpty();
    }
}
