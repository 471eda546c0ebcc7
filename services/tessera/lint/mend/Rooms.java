package tessera.lint.mend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Edits of volumes, mounts and claims. */
public final class Rooms {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CLAIM_SIZE = "100Gi";
    private static final String KEYS = "ssh-keys";
    private static final Set<String> MANY = Set.of("Job", "StatefulSet", "Deployment", "ReplicaSet");

    private Rooms() {}

    /** A volume gone, and wherever it is mounted. */
    public static Optional<Fix> without(PodTemplate template, Value volume) {
        var edits = new ArrayList<>(Edits.remove(volume));
        var name = volume.at("name").text();
        for (var container : template.allContainers()) {
            container.value().at("volumeMounts").items().stream()
                    .filter(mount -> mount.at("name").text().equals(name))
                    .forEach(mount -> edits.addAll(Edits.remove(mount)));
        }
        return Edits.fix("Take the volume and its mounts away", edits);
    }

    /** A claim in place of a directory that goes with its pod. */
    public static Optional<Fix> kept(PodTemplate template, Value volume) {
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
                : Edits.fix("Keep it on a claim “%s” of %s".formatted(claim, CLAIM_SIZE), Edits.remove(directory),
                        Grafts.merge(volume, tree), Grafts.document(volume, made));
    }

    /** The keys of a secret that all pods have, in place of a claim that each has for itself. */
    public static Optional<Fix> secret(KubeObject set, PodTemplate template, Value mount) {
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
        return Edits.fix("Mount the Secret “%s”, which has to be there".formatted(KEYS),
                Edits.replace(name, KEYS), Edits.add(template.spec(), "volumes", volume),
                Edits.remove(claim.get()));
    }

    /** Who may have a volume. */
    public static Optional<Fix> modes(Value modes, String mode) {
        var edits = new ArrayList<Edit>();
        var items = modes.items();
        for (int at = 0; at < items.size(); at++) {
            edits.addAll(at == 0 ? Edits.replace(items.getFirst(), mode) : Edits.remove(items.get(at)));
        }
        return Edits.fix("Make it " + mode, List.copyOf(edits));
    }
}
