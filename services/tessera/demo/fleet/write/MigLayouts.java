package tessera.demo.fleet.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.demo.fleet.plan.Hardware;

/** The MIG layouts of the fleet as the configuration file of mig-parted. */
final class MigLayouts {

    private MigLayouts() {}

    static String yaml() {
        var yaml = new StringBuilder("""
                version: v1
                mig-configs:
                  all-disabled:
                  - devices: all
                    mig-enabled: false
                  all-enabled:
                  - devices: all
                    mig-enabled: true
                    mig-devices: {}
                """);
        Hardware.load().layouts().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(layout -> add(yaml, layout.getKey(), layout.getValue()));
        return yaml.toString();
    }

    private static void add(StringBuilder yaml, String name, List<Hardware.Part> parts) {
        yaml.append("  ").append(name).append(":\n");
        int first = 0;
        for (var part : parts) {
            var devices = parts.size() == 1 ? "all" : indexes(first, part.gpus());
            yaml.append("  - devices: ").append(devices).append("\n    mig-enabled: ")
                    .append(!part.instances().isEmpty()).append('\n');
            if (!part.instances().isEmpty()) {
                yaml.append("    mig-devices:\n");
                part.instances().entrySet().stream().sorted(Map.Entry.comparingByKey())
                        .forEach(each -> yaml.append("      \"").append(each.getKey()).append("\": ")
                                .append(each.getValue()).append('\n'));
            }
            first += part.gpus();
        }
    }

    private static String indexes(int first, int count) {
        var indexes = new ArrayList<Integer>();
        for (int i = 0; i < count; i++) {
            indexes.add(first + i);
        }
        return indexes.toString();
    }
}
