package tessera.app.cli;

import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;

/** The options for GPU sharing. */
final class GpuSharingCommandLineOptions {

    @Option(names = "--strategy", paramLabel = "HOW", description = "Sharing strategy: time-slicing, mps or none.", completionCandidates = SharingStrategyNames.class)
    private String strategy = "";

    @Option(names = "--replicas", paramLabel = "N", description = "Replicas of each GPU, 2 or more.")
    private int replicas;

    @Option(names = "--resource", paramLabel = "NAME", description = "Resource to share (default: nvidia.com/gpu). Can be repeated.")
    private List<String> resources = List.of(DeviceShareCounts.GPU);

    @Option(names = "--rename", description = "Advertise replicas under another name, for example nvidia.com/gpu.shared.")
    private boolean rename;

    @Option(names = "--single-share", negatable = true, defaultValue = "true", fallbackValue = "true", description = "Reject containers that request more than one replica (default: true).")
    private boolean onlyOne = true;

    /** Names of the sharing strategies, as a user types them. */
    private static final class SharingStrategyNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("time-slicing", "mps", "none").iterator();
        }
    }

    /** Returns whether the user chose a sharing strategy. */
    boolean hasSharing() {
        return !strategy.isEmpty() || replicas != 0;
    }

    /** Returns the chosen sharing of GPUs; refuses combinations without sense. */
    DeviceShareCounts parseShares(Function<String, ParameterException> misuse) {
        var means = GpuSharingStrategy.fromLabel(strategy)
                .orElseThrow(() -> misuse.apply("--strategy takes one of: time-slicing, mps, none"));
        if (means == GpuSharingStrategy.NONE && replicas > 1) {
            throw misuse.apply("--replicas means nothing where nothing is shared");
        }
        if (means != GpuSharingStrategy.NONE && replicas < DeviceShareCounts.FEWEST) {
            throw misuse.apply("--replicas takes a number of shares, 2 or more");
        }
        if (means == GpuSharingStrategy.NONE) {
            return DeviceShareCounts.NONE;
        }
        var each = new TreeMap<String, Integer>();
        resources.forEach(resource -> each.put(resource, replicas));
        return new DeviceShareCounts(means, rename, onlyOne || means == GpuSharingStrategy.MPS, each);
    }
}
