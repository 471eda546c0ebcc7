package tessera.plan.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.launch.TemplateLibrary;
import tessera.launch.WorkloadTemplate;
import tessera.model.Failure;
import tessera.plan.context.KindSupply;
import tessera.plan.context.ManifestLookups;

/**
 * Templates as a cluster can have them.
 *
 * @param templates in the versions that it serves
 * @param lacks     what is lacking for those that need more than Kubernetes has by itself, by their ids; empty where nothing is
 * @param kinds     by {@code apiVersion/kind}, of those that need more: in which versions it serves them
 */
public record ServedTemplates(TemplateLibrary templates, Map<String, String> lacks, Map<String, List<String>> kinds) {

    public ServedTemplates {
        lacks = Map.copyOf(lacks);
        kinds = Map.copyOf(kinds);
    }

    /** Asks the cluster; waits for it. */
    public static ServedTemplates read(TemplateLibrary templates, ManifestLookups lookups)
            throws Failure, InterruptedException {
        var served = new HashMap<String, WorkloadTemplate>();
        var lacks = new HashMap<String, String>();
        var kinds = new HashMap<String, List<String>>();
        for (var each : templates.all()) {
            if (!each.custom().isEmpty()) {
                var versions = KindSupply.versions(lookups, each.version(), each.kind());
                var template = each.served(versions);
                served.put(template.id(), template);
                kinds.put(template.custom(), versions);
                lacks.put(template.id(),
                        template.lack(versions,
                                template.supply().isEmpty() || KindSupply.any(lookups, template.supply()))
                                .orElse(""));
            }
        }
        return new ServedTemplates(templates.each(template -> served.getOrDefault(template.id(), template)), lacks,
                kinds);
    }
}
