package tessera.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What templates have in common, as lines to be put in their places. */
final class TemplateBlocks {

    /** Where pods go. */
    static final String PLACEMENT = "placement";

    private static final List<String> SHARED_MEMORY = List.of("- name: dshm", "  emptyDir:", "    medium: Memory");

    private final Map<String, String> settings;
    private final WorkloadPlacement placement;

    TemplateBlocks(Map<String, String> settings, WorkloadPlacement placement) {
        this.settings = settings;
        this.placement = placement;
    }

    Map<String, List<String>> all() {
        var blocks = new HashMap<String, List<String>>();
        blocks.put(PLACEMENT, placement.lines());
        blocks.put("podSecurity", podSecurity());
        blocks.put("security", security());
        blocks.put("resources", resources(true));
        blocks.put("smallResources", resources(false));
        blocks.put("command", command());
        blocks.put("sharedMemory", sharedMemory());
        blocks.put("queued", told("queue", "labels:", "  kueue.x-k8s.io/queue-name: "));
        blocks.put("queuedJob", told("queue", "metadata:", "  labels:", "    kueue.x-k8s.io/queue-name: "));
        blocks.put("networks", told("network", "annotations:", "  k8s.v1.cni.cncf.io/networks: "));
        blocks.put("selectors", told("selector", "selectors:", "  - cel:", "      expression: "));
        blocks.put("pinning", pinning());
        return blocks;
    }

    /** Fit for Pod Security (restricted), unless the image wants to be root. */
    private List<String> podSecurity() {
        var lines = new ArrayList<>(List.of("securityContext:"));
        if (!settings.getOrDefault("root", "false").equals("true")) {
            lines.addAll(List.of("  runAsNonRoot: true", "  runAsUser: 1000", "  fsGroup: 1000"));
        }
        lines.addAll(List.of("  seccompProfile:", "    type: RuntimeDefault"));
        return lines;
    }

    private static List<String> security() {
        return List.of("securityContext:", "  allowPrivilegeEscalation: false", "  capabilities:", "    drop: [ALL]");
    }

    /** RDMA pins memory. */
    private static List<String> pinning() {
        var lines = new ArrayList<>(security());
        lines.add("    add: [IPC_LOCK]");
        return lines;
    }

    /** Lines of which the last ends with an answer; none where there is none. */
    private List<String> told(String key, String... lines) {
        var answer = settings.getOrDefault(key, "");
        var told = new ArrayList<>(List.of(lines));
        told.set(told.size() - 1, told.getLast() + TemplateBlank.quoted(answer));
        return answer.isBlank() ? List.of() : told;
    }

    private List<String> resources(boolean devices) {
        var memory = TemplateBlank.scalar(settings.getOrDefault(devices ? "memory" : "launcherMemory", "4Gi"));
        var lines = new ArrayList<>(List.of("resources:", "  requests:",
                "    cpu: " + TemplateBlank.quoted(settings.getOrDefault(devices ? "cpu" : "launcherCpu", "2")),
                "    memory: " + memory, "  limits:", "    memory: " + memory));
        var resource = settings.getOrDefault("resource", "");
        if (devices && !resource.isEmpty()) {
            lines.add("    %s: %s".formatted(resource, settings.getOrDefault("count", "1")));
        }
        if (devices && settings.containsKey("card")) {
            lines.add("    %s: 1".formatted(settings.get("card")));
        }
        if (devices && settings.containsKey("hugepages")) {
            lines.add("    hugepages-2Mi: " + TemplateBlank.scalar(settings.get("hugepages")));
        }
        return lines;
    }

    private List<String> command() {
        var words = ShellWordSplitter.of(settings.getOrDefault("command", ""));
        return words.isEmpty() ? List.of()
                : List.of("command: [" + words.stream().map(TemplateBlank::quoted).collect(Collectors.joining(", "))
                        + "]");
    }

    private List<String> sharedMemory() {
        var lines = new ArrayList<>(SHARED_MEMORY);
        lines.add("    sizeLimit: " + TemplateBlank.scalar(settings.getOrDefault("shm", "8Gi")));
        return lines;
    }
}
