package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a container does once it runs, as far as its command and image tell.
 *
 * @param lasts    how long until it ends by itself; empty for one that goes on
 * @param exitCode with which it ends
 */
record Behaviour(Optional<Duration> lasts, int exitCode) {

    private static final Pattern SLEEP = Pattern.compile("\\bsleep\\s+(\\d{1,9}|infinity)");
    private static final Pattern EXIT = Pattern.compile("\\bexit\\s+(\\d{1,3})");
    private static final Duration FOREVER = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Behaviour GOES_ON = new Behaviour(Optional.empty(), 0);

    static Behaviour of(JsonNode pod, JsonNode container) {
        var line = words(container.path("command")) + words(container.path("args"));
        boolean again = pod.path("spec").path("restartPolicy").asText("Always").equals("Always");
        if (line.contains("sleep") || EXIT.matcher(line).find() || line.strip().equals("false")) {
            return scripted(line);
        }
        if (!again && line.startsWith("nvidia-smi")) {
            return ends(SHORT, 0);
        }
        return again ? GOES_ON : ends(usual(pod, container), 0);
    }

    private static Behaviour ends(Duration lasts, int exitCode) {
        return new Behaviour(Optional.of(lasts), exitCode);
    }

    private static String words(JsonNode words) {
        var line = new StringBuilder();
        words.forEach(word -> line.append(word.asText()).append(' '));
        return line.toString();
    }

    private static Behaviour scripted(String line) {
        var lasts = SHORT;
        Matcher sleep = SLEEP.matcher(line);
        while (sleep.find()) {
            if (sleep.group(1).equals("infinity")) {
                return GOES_ON;
            }
            lasts = lasts.plusSeconds(Long.parseLong(sleep.group(1)));
        }
        Matcher exit = EXIT.matcher(line);
        int code = exit.find() ? Integer.parseInt(exit.group(1)) : line.strip().equals("false") ? 1 : 0;
        return lasts.compareTo(FOREVER) > 0 ? GOES_ON : ends(lasts, code & 0xff);
    }

    /** How long a pod of a Job takes that does not say; it differs from pod to pod. */
    private static Duration usual(JsonNode pod, JsonNode container) {
        if (container.path("image").asText().toLowerCase(Locale.ROOT).contains("cuda-sample")) {
            return Duration.ofSeconds(6);
        }
        int dice = Math.floorMod(pod.path("metadata").path("uid").asText().hashCode(), 100);
        return switch (pod.path("metadata").path("labels").path("app.kubernetes.io/component").asText()) {
            case "training" -> Duration.ofSeconds(600 + 30L * dice);
            case "batch" -> Duration.ofSeconds(90 + 5L * dice);
            default -> Duration.ofSeconds(30 + dice / 2);
        };
    }

    /** Whether nobody has such an image. */
    static boolean imageMissing(String image) {
        var tag = image.substring(image.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
        return tag.endsWith("-rc1") || image.contains("does-not-exist") || image.contains("nonexistent")
                || tag.equals("missing");
    }
}
