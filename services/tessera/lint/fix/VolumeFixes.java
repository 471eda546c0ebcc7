package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Edits of volumes, mounts and claims. */
public final class VolumeFixes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CLAIM_SIZE = "100Gi";
    private static final String KEYS = "ssh-keys";
    private static final Set<String> MANY = Set.of("Job", "StatefulSet", "Deployment", "ReplicaSet");

    private VolumeFixes() {}

    /** A volume gone, and wherever it is mounted. */
    public static Optional<LintFix> without(PodTemplate template, ManifestValue volume) {
        var edits = new ArrayList<>(ManifestEditor.remove(volume));
        var name = volume.at("name").text();
        for (var container : template.allContainers()) {
            container.value().at("volumeMounts").items().stream()
                    .filter(mount -> mount.at("name").text().equals(name))
                    .forEach(mount -> edits.addAll(ManifestEditor.remove(mount)));
        }
        return ManifestEditor.fix("Take the volume and its mounts away", edits);
    }

    /** A claim in place of a directory that goes with its pod. */
    public static Optional<LintFix> kept(PodTemplate template, ManifestValue volume) {
        var name = volume.at("name").text();
        var directory = volume.at("emptyDir");
        var object = template.object();
        var claim = object.name() + "-" + name;
        var modes = MANY.contains(object.kind()) ? "ReadWriteMany" : "ReadWriteOnce";
        var made = JSON.objectNode().put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
        var metadata = made.putObject("metadata").put("name", claim);
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        var spec = made.putObject("spec");
        spec.putArray("accessModes").add(modes);
        spec.putObject("resources").putObject("requests").put("storage", CLAIM_SIZE);
        var tree = JSON.objectNode();
        tree.putObject("persistentVolumeClaim").put("claimName", claim);
        return object.live() || object.name().isEmpty() ? Optional.empty()
                : ManifestEditor.fix("Keep it on a claim “%s” of %s".formatted(claim, CLAIM_SIZE),
                        ManifestEditor.remove(directory),
                        YamlInsertions.merge(volume, tree), YamlInsertions.document(volume, made));
    }

    /** The keys of a secret that all pods have, in place of a claim that each has for itself. */
    public static Optional<LintFix> secret(KubeObject set, PodTemplate template, ManifestValue mount) {
        var name = mount.at("name");
        var claims = set.at("spec", "volumeClaimTemplates").items();
        var claim = claims.stream().filter(one -> one.at("metadata", "name").text().equals(name.text())).findFirst();
        boolean elsewhere = template.allContainers().stream()
                .flatMap(container -> container.value().at("volumeMounts").items().stream())
                .filter(other -> other.at("name").text().equals(name.text())).count() > 1;
        if (elsewhere || claim.isEmpty()) {
            return Optional.empty();
        }
        var volume = JSON.objectNode().put("name", KEYS);
        volume.putObject("secret").put("secretName", KEYS).put("defaultMode", 256);
        return ManifestEditor.fix("Mount the Secret “%s”, which has to be there".formatted(KEYS),
                ManifestEditor.replace(name, KEYS), ManifestEditor.add(template.spec(), "volumes", volume),
                ManifestEditor.remove(claim.get()));
    }

    /** Who may have a volume. */
    public static Optional<LintFix> modes(ManifestValue modes, String mode) {
        var edits = new ArrayList<TextEdit>();
        var items = modes.items();
        for (int at = 0; at < items.size(); at++) {
            edits.addAll(
                    at == 0 ? ManifestEditor.replace(items.getFirst(), mode) : ManifestEditor.remove(items.get(at)));
        }
        return ManifestEditor.fix("Make it " + mode, List.copyOf(edits));
    }
}
