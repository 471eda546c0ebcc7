package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Matcher of DaemonSets that register NVIDIA GPUs with kubelets: the device plugin, HAMi and their like. */
final class GpuDevicePluginDaemonSetMatcher {

    private static final String REGISTRY = "/device-plugins";
    /** What such programs, or those who forked them, are called by; others register network cards or other vendors' devices. */
    private static final List<String> NAMES = List.of("nvidia", "hami", "vgpu", "gpushare", "gpu-device-plugin");
    private static final List<String> STATIC = List.of("nvidia-device-plugin", "nvidia-gpu-device-plugin");

    private GpuDevicePluginDaemonSetMatcher() {}

    /** Returns whether a DaemonSet is a GPU plugin and has pods to run: clouds keep some for nodes that do not exist. */
    static boolean isGpuPlugin(JsonNode set) {
        return set.at("/status/desiredNumberScheduled").asInt(1) > 0
                && (hasName(set, STATIC) || (mountsPluginFolder(set) && hasName(set, NAMES)));
    }

    private static boolean mountsPluginFolder(JsonNode set) {
        return set.at("/spec/template/spec/volumes").valueStream()
                .map(volume -> volume.at("/hostPath/path").asText("").replaceFirst("(?<!/)/++$", ""))
                .anyMatch(path -> path.endsWith(REGISTRY));
    }

    private static boolean hasName(JsonNode set, List<String> names) {
        return Stream
                .concat(Stream.of(set.at("/metadata/name").asText()),
                        set.at("/spec/template/spec/containers").valueStream()
                                .map(container -> container.path("image").asText("")))
                .map(text -> text.toLowerCase(Locale.ROOT)).anyMatch(text -> names.stream().anyMatch(text::contains));
    }
}
