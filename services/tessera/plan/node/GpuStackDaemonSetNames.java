package tessera.plan.node;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** The DaemonSets without which GPUs are not advertised. Data: {@code gpu-stack.json}. */
final class GpuStackDaemonSetNames {

    private final List<Pattern> daemonSets;

    private GpuStackDaemonSetNames(List<Pattern> daemonSets) {
        this.daemonSets = daemonSets;
    }

    static GpuStackDaemonSetNames standard() {
        try (var file = Objects.requireNonNull(GpuStackDaemonSetNames.class.getResourceAsStream("gpu-stack.json"))) {
            var tree = new JsonMapper().readTree(file);
            return new GpuStackDaemonSetNames(StreamSupport.stream(tree.path("daemonSets").spliterator(), false)
                    .map(name -> Pattern.compile(name.asText())).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("The list of DaemonSets for GPUs is damaged", e);
        }
    }

    boolean contains(String daemonSet) {
        return daemonSets.stream().anyMatch(pattern -> pattern.matcher(daemonSet).matches());
    }
}
