package tessera.model;

import java.util.Map;
import java.util.regex.Pattern;

/** Patterns of messages by which kubelets, runtimes, registries and CUDA say what keeps a pod from running. */
public final class PodFailureMessagePatterns {

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("configmap-absent", "(?i)\\bconfigmap \"([^\"]+)\" not found"),
            Map.entry("secret-absent", "(?i)\\bsecret \"([^\"]+)\" not found"),
            Map.entry("key-absent", "couldn't find key (\\S+) in (ConfigMap|Secret) (\\S+)"),
            Map.entry("mounted-key-absent",
                    "volume \"([^\"]++)\" ?: .{0,200}?references non-existent (?:config|secret) key: (\\S+)"),
            Map.entry("program-absent", "exec: \"([^\"]+)\": (?:executable file not found|stat |permission denied)"),
            Map.entry("claim-unprepared", "FailedPrepareDynamicResources|NodePrepareResources failed"),
            Map.entry("rate-limit", "(?:toomanyrequests|429 Too Many|rate limit)"),
            Map.entry("registry-unreached",
                    "(?:no such host|i/o timeout|connection refused|deadline exceeded|no route to host)"),
            Map.entry("registry-refuses",
                    "(?:unauthorized|authentication required|403 Forbidden|access denied|denied:)"),
            Map.entry("fabric-not-ready",
                    "(?:system not yet initialized|[Ee]rror 802\\b|CUDA_ERROR_SYSTEM_NOT_READY"
                            + "|cudaErrorSystemNotReady)"),
            Map.entry("image-absent", "(?:not found|manifest unknown)"));

    private PodFailureMessagePatterns() {}

    /** Returns a pattern in which the names of such words stand in pointed brackets, e.g. {@code ErrImagePull.*<rate-limit>}. */
    public static Pattern pattern(String text) {
        var filled = text;
        for (var each : WORDS.entrySet()) {
            filled = filled.replace("<" + each.getKey() + ">", each.getValue());
        }
        return Pattern.compile(filled);
    }
}
