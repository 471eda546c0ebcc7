package tessera.launch;

import java.util.Map;
import java.util.Optional;
import tessera.launch.WorkloadTemplate.FilledTemplate;
import tessera.lint.manifest.ManifestTargetCluster;

/**
 * The parts of a launch draft that stay the same while it is edited.
 *
 * @param cluster what the draft is meant for; empty where that is not known
 */
public record TemplateAndTargetCluster(WorkloadTemplate template, Optional<ManifestTargetCluster> cluster) {

    FilledTemplate fillTemplate(Map<String, String> settings) {
        return template.fill(settings, cluster);
    }
}
