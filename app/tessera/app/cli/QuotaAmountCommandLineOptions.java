package tessera.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tessera.quota.QuotaKey;

/** The options for a namespace's quota amounts. */
final class QuotaAmountCommandLineOptions {

    @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs of the resource that --resource names.")
    private @Nullable String gpus;

    @Option(names = "--resource", paramLabel = "RESOURCE", description = "Resource that --gpus counts (default: nvidia.com/gpu).")
    private String resource = "nvidia.com/gpu";

    @Option(names = "--set", paramLabel = "RESOURCE=AMOUNT", description = "Amount of a resource or quota key, for example pods=20. Can be repeated.")
    private Map<String, String> amounts = Map.of();

    String resourceName() {
        return resource;
    }

    /** Returns the hard limits by the server's quota key. */
    Map<String, String> hardLimits() {
        var hard = new LinkedHashMap<String, String>();
        if (gpus != null) {
            hard.put(quotaKey(resource), gpus);
        }
        amounts.forEach((word, amount) -> hard.put(quotaKey(word), amount));
        return hard;
    }

    static String quotaKey(String word) {
        return QuotaKey.parse(word).text();
    }
}
