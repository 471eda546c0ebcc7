package tessera.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The blocks of lines that templates have in common. */
final class WorkloadTemplateYamlBlocks {

    /** Where pods go. */
    static final String PLACEMENT = "placement";

    private static final List<String> SHARED_MEMORY = List.of("- name: dshm", "  emptyDir:", "    medium: Memory");

    private final Map<String, String> settings;
    private final WorkloadSchedulingSettings placement;

    WorkloadTemplateYamlBlocks(Map<String, String> settings, WorkloadSchedulingSettings placement) {
        this.settings = settings;
        this.placement = placement;
    }

    Map<String, List<String>> blocks() {
        var blocks = new HashMap<String, List<String>>();
        blocks.put(PLACEMENT, placement.podSpecLines());
        blocks.put("podSecurity", podSecurityLines());
        blocks.put("security", securityLines());
        blocks.put("resources", resourceLines(true));
        blocks.put("smallResources", resourceLines(false));
        blocks.put("command", commandLines());
        blocks.put("sharedMemory", sharedMemoryLines());
        blocks.put("queued", settingLines("queue", "labels:", "  kueue.x-k8s.io/queue-name: "));
        blocks.put("queuedJob", settingLines("queue", "metadata:", "  labels:", "    kueue.x-k8s.io/queue-name: "));
        blocks.put("networks", settingLines("network", "annotations:", "  k8s.v1.cni.cncf.io/networks: "));
        blocks.put("selectors", settingLines("selector", "selectors:", "  - cel:", "      expression: "));
        blocks.put("pinning", pinningLines());
        return blocks;
    }

    /** Returns a security context for Pod Security (restricted), unless the image needs root. */
    private List<String> podSecurityLines() {
        var lines = new ArrayList<>(List.of("securityContext:"));
        if (!settings.getOrDefault("root", "false").equals("true")) {
            lines.addAll(List.of("  runAsNonRoot: true", "  runAsUser: 1000", "  fsGroup: 1000"));
        }
        lines.addAll(List.of("  seccompProfile:", "    type: RuntimeDefault"));
        return lines;
    }

    private static List<String> securityLines() {
        return List.of("securityContext:", "  allowPrivilegeEscalation: false", "  capabilities:", "    drop: [ALL]");
    }

    /** Returns a security context with IPC_LOCK, as RDMA pins memory. */
    private static List<String> pinningLines() {
        var lines = new ArrayList<>(securityLines());
        lines.add("    add: [IPC_LOCK]");
        return lines;
    }

    /** Returns lines of which the last ends with a setting; none if it is blank. */
    private List<String> settingLines(String key, String... lines) {
        var answer = settings.getOrDefault(key, "");
        var told = new ArrayList<>(List.of(lines));
        told.set(told.size() - 1, told.getLast() + TemplatePlaceholderFiller.quotedText(answer));
        return answer.isBlank() ? List.of() : told;
    }

    private List<String> resourceLines(boolean devices) {
        var memory = TemplatePlaceholderFiller
                .scalarText(settings.getOrDefault(devices ? "memory" : "launcherMemory", "4Gi"));
        var lines = new ArrayList<>(List.of("resources:", "  requests:",
                "    cpu: " + TemplatePlaceholderFiller
                        .quotedText(settings.getOrDefault(devices ? "cpu" : "launcherCpu", "2")),
                "    memory: " + memory, "  limits:", "    memory: " + memory));
        var resource = settings.getOrDefault("resource", "");
        if (devices && !resource.isEmpty()) {
            lines.add("    %s: %s".formatted(resource, settings.getOrDefault("count", "1")));
        }
        if (devices && settings.containsKey("card")) {
            lines.add("    %s: 1".formatted(settings.get("card")));
        }
        if (devices && settings.containsKey("hugepages")) {
            lines.add("    hugepages-2Mi: " + TemplatePlaceholderFiller.scalarText(settings.get("hugepages")));
        }
        return lines;
    }

    private List<String> commandLines() {
        var texts = ShellWordSplitter.splitWords(settings.getOrDefault("command", ""));
        if (texts.isEmpty()) {
            return List.of();
        }
        return List.of("command: ["
                + texts.stream().map(TemplatePlaceholderFiller::quotedText).collect(Collectors.joining(", ")) + "]");
    }

    private List<String> sharedMemoryLines() {
        var lines = new ArrayList<>(SHARED_MEMORY);
        lines.add("    sizeLimit: " + TemplatePlaceholderFiller.scalarText(settings.getOrDefault("shm", "8Gi")));
        return lines;
    }
}
