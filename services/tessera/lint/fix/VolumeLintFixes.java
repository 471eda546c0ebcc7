package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Fixes for volumes, mounts and claims. */
public final class VolumeLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(VolumeLintFixes.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CLAIM_SIZE = "100Gi";
    private static final String KEYS = "ssh-keys";
    private static final Set<String> MANY = Set.of("Job", "StatefulSet", "Deployment", "ReplicaSet");

    private VolumeLintFixes() {}

    /** Returns a fix that removes a volume and its mounts. */
    public static Optional<LintFix> removeVolume(ManifestPodTemplate template, ManifestValue volume) {
        var edits = new ArrayList<>(ManifestSourceEditor.remove(volume));
        var name = volume.at("name").text();
        for (var container : template.allContainers()) {
            container.value().at("volumeMounts").items().stream().filter(mount -> mount.at("name").text().equals(name))
                    .forEach(mount -> edits.addAll(ManifestSourceEditor.remove(mount)));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.volume"), edits);
    }

    /** Returns a fix to a PersistentVolumeClaim in place of a directory that is lost with its pod. */
    public static Optional<LintFix> toClaim(ManifestPodTemplate template, ManifestValue volume) {
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
        if (object.isLive() || object.name().isEmpty()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.volume.claim", claim, CLAIM_SIZE),
                ManifestSourceEditor.remove(directory), YamlBlockEditor.mergeTree(volume, tree),
                YamlBlockEditor.appendDocument(volume, made));
    }

    /** Returns a fix that mounts keys from a Secret common to all pods, in place of a claim for each pod. */
    public static Optional<LintFix> toSecret(ManifestKubernetesObject set, ManifestPodTemplate template,
            ManifestValue mount) {
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
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.mount.secret", KEYS),
                ManifestSourceEditor.replace(name, KEYS),
                ManifestSourceEditor.addToList(template.spec(), "volumes", volume),
                ManifestSourceEditor.remove(claim.get()));
    }

    /** Returns a fix to the access modes of a volume. */
    public static Optional<LintFix> setAccessModes(ManifestValue modes, String mode) {
        var edits = new ArrayList<TextEdit>();
        var items = modes.items();
        for (int at = 0; at < items.size(); at++) {
            edits.addAll(at == 0 ? ManifestSourceEditor.replace(items.getFirst(), mode)
                    : ManifestSourceEditor.remove(items.get(at)));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.access.mode", mode), List.copyOf(edits));
    }
}
