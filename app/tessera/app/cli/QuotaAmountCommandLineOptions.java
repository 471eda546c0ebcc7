package tessera.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tessera.quota.QuotaKey;

/** The options for a namespace's quota amounts. */
final class QuotaAmountCommandLineOptions {

    @Option(names = "--gpus", paramLabel = "N", descriptionKey = "quotaAmount.gpus")
    private @Nullable String gpus;

    @Option(names = "--resource", paramLabel = "RESOURCE", descriptionKey = "quotaAmount.resource")
    private String resource = "nvidia.com/gpu";

    @Option(names = "--set", paramLabel = "RESOURCE=AMOUNT", descriptionKey = "quotaAmount.set")
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
