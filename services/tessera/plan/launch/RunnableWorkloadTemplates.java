package tessera.plan.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.model.ProblemException;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.context.ServedKindReader;

/**
 * The templates that a cluster can run, with what others lack.
 *
 * @param templates in the versions that it serves
 * @param missingByTemplate     what is lacking for those that need more than Kubernetes has by itself, by their ids; empty where nothing is
 * @param kinds     by {@code apiVersion/kind}, of those that need more: in which versions it serves them
 */
public record RunnableWorkloadTemplates(WorkloadTemplateLibrary templates, Map<String, String> missingByTemplate,
        Map<String, List<String>> kinds) {

    public RunnableWorkloadTemplates {
        missingByTemplate = Map.copyOf(missingByTemplate);
        kinds = Map.copyOf(kinds);
    }

    /** Reads the templates that the cluster serves; waits for the server. */
    public static RunnableWorkloadTemplates read(WorkloadTemplateLibrary templates,
            ReferencedObjectReader referenceReader) throws ProblemException, InterruptedException {
        var served = new HashMap<String, WorkloadTemplate>();
        var lacks = new HashMap<String, String>();
        var kinds = new HashMap<String, List<String>>();
        for (var each : templates.templates()) {
            if (!each.customKind().isEmpty()) {
                var versions = ServedKindReader.servedVersions(referenceReader, each.apiVersion(), each.kindName());
                var template = each.forServedVersion(versions);
                served.put(template.id(), template);
                kinds.put(template.customKind(), versions);
                lacks.put(
                        template.id(), template
                                .lackText(versions,
                                        template.supplyKind().isEmpty()
                                                || ServedKindReader.hasAny(referenceReader, template.supplyKind()))
                                .orElse(""));
            }
        }
        return new RunnableWorkloadTemplates(
                templates.mapTemplates(template -> served.getOrDefault(template.id(), template)), lacks, kinds);
    }
}
