package tessera.app;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tessera.quota.QuotaKey;

/** The options that say how much a namespace may take. */
final class AmountOptions {

    @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs of the resource that --resource names.")
    private @Nullable String gpus;

    @Option(names = "--resource", paramLabel = "RESOURCE", description = "Resource that --gpus counts (default: nvidia.com/gpu).")
    private String resource = "nvidia.com/gpu";

    @Option(names = "--set", paramLabel = "RESOURCE=AMOUNT", description = "Amount of a resource or quota key, for example pods=20. Can be repeated.")
    private Map<String, String> amounts = Map.of();

    String resource() {
        return resource;
    }

    /** By key as the server counts it. */
    Map<String, String> hard() {
        var hard = new LinkedHashMap<String, String>();
        if (gpus != null) {
            hard.put(key(resource), gpus);
        }
        amounts.forEach((word, amount) -> hard.put(key(word), amount));
        return hard;
    }

    static String key(String word) {
        return QuotaKey.of(word).text();
    }
}
