package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a pod's claims on volumes allow, for {@link NaiveScheduler}. */
final class NaiveVolumeRules {

    private static final String NONE = "kubernetes.io/no-provisioner";
    private static final List<String> PLACES = List.of("failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/zone", "topology.kubernetes.io/region");

    private final RandomSchedulingCluster cluster;
    private final NaivePodRules rules;

    NaiveVolumeRules(RandomSchedulingCluster cluster, NaivePodRules rules) {
        this.cluster = cluster;
        this.rules = rules;
    }

    /** The names of a pod's claims, and whether each is made for it alone. */
    private static Map<String, Boolean> claims(JsonNode pod) {
        var names = new LinkedHashMap<String, Boolean>();
        for (var volume : pod.at("/spec/volumes")) {
            if (volume.has("ephemeral")) {
                names.put(NaiveScheduler.name(pod) + "-" + volume.path("name").asText(), true);
            } else {
                names.put(volume.at("/persistentVolumeClaim/claimName").asText(), false);
            }
        }
        return names;
    }

    private JsonNode claim(String name) {
        return cluster.object("persistentvolumeclaims", name);
    }

    private JsonNode volumeOf(JsonNode claim) {
        return cluster.object("persistentvolumes", claim.at("/spec/volumeName").asText());
    }

    private JsonNode storageClass(JsonNode claim) {
        return cluster.object("storageclasses", claim.at("/spec/storageClassName").asText());
    }

    /** Why no node is looked at, plugin after plugin. */
    Optional<String> refusal(JsonNode pod) {
        var claims = claims(pod);
        for (var name : claims.keySet()) {
            if (!claims.get(name) && claim(name).isMissingNode()) {
                return Optional.of("persistentvolumeclaim \"%s\" not found".formatted(name));
            }
        }
        for (var name : claims.keySet()) {
            var claim = claim(name);
            if (claim.isMissingNode()) {
                return Optional.of("waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\""
                        .formatted(name));
            }
            if (claim.at("/status/phase").asText().equals("Lost")) {
                return Optional.of("persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\""
                        .formatted(name, claim.at("/spec/volumeName").asText()));
            }
            if (claim.path("metadata").has("deletionTimestamp")) {
                return Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(name));
            }
        }
        for (var name : claims.keySet()) {
            if (!isBound(claim(name)) && !waits(claim(name))) {
                return Optional.of("pod has unbound immediate PersistentVolumeClaims");
            }
        }
        for (var name : claims.keySet()) {
            if (!claims.get(name) && isBound(claim(name)) && volumeOf(claim(name)).isMissingNode()) {
                return Optional
                        .of("persistentvolume \"%s\" not found".formatted(claim(name).at("/spec/volumeName").asText()));
            }
        }
        return Optional.empty();
    }

    private static boolean isBound(JsonNode claim) {
        return claim.at("/metadata/annotations").has("pv.kubernetes.io/bind-completed");
    }

    private boolean waits(JsonNode claim) {
        return !claim.path("spec").has("volumeName")
                && storageClass(claim).path("volumeBindingMode").asText().equals("WaitForFirstConsumer");
    }

    /** Whether a claim for one pod is mounted by another, both as things are and as they would be. */
    Optional<String> useReason(JsonNode pod, Map<String, List<JsonNode>> now, Map<String, List<JsonNode>> then) {
        return isUsed(pod, now) && isUsed(pod, then)
                ? Optional.of(
                        "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode")
                : Optional.empty();
    }

    private boolean isUsed(JsonNode pod, Map<String, List<JsonNode>> placed) {
        for (var mine : claims(pod).entrySet()) {
            boolean single = claim(mine.getKey()).at("/spec/accessModes").valueStream()
                    .anyMatch(mode -> mode.asText().equals("ReadWriteOncePod"));
            boolean used = placed.values().stream().flatMap(List::stream)
                    .filter(other -> other.at("/metadata/namespace").equals(pod.at("/metadata/namespace")))
                    .anyMatch(other -> Boolean.FALSE.equals(claims(other).get(mine.getKey())));
            if (single && used && !mine.getValue()) {
                return true;
            }
        }
        return false;
    }

    /** What speaks against a node: one reason of the claims that are bound, one of those that are not. */
    List<String> bindingReasons(JsonNode pod, JsonNode node) {
        var reasons = new ArrayList<String>();
        for (var name : claims(pod).keySet()) {
            if (isBound(claim(name)) && reasons.isEmpty()) {
                var volume = volumeOf(claim(name));
                if (volume.isMissingNode()) {
                    reasons.add("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
                } else if (!isReached(volume, node)) {
                    reasons.add("node(s) didn't match PersistentVolume's node affinity");
                }
            }
        }
        if (!allServed(pod, node)) {
            reasons.add("node(s) didn't find available persistent volumes to bind");
        }
        return reasons;
    }

    private boolean allServed(JsonNode pod, JsonNode node) {
        var open = claims(pod).keySet().stream().map(this::claim).filter(claim -> !isBound(claim))
                .sorted(Comparator.comparingInt(claim -> gibibytes(claim.at("/spec/resources/requests/storage"))))
                .toList();
        boolean served = true;
        var taken = new HashSet<String>();
        for (var claim : open) {
            var selected = claim.at("/metadata/annotations").path("volume.kubernetes.io/selected-node").asText();
            if (!selected.isEmpty()) {
                served &= selected.equals(NaiveScheduler.name(node)) && isMade(claim, node);
                continue;
            }
            var volume = find(claim, node, taken);
            volume.ifPresent(found -> taken.add(NaiveScheduler.name(found)));
            served &= volume.isPresent() || isMade(claim, node);
        }
        return served;
    }

    private boolean isMade(JsonNode claim, JsonNode node) {
        var storage = storageClass(claim);
        var topologies = storage.path("allowedTopologies");
        return !storage.path("provisioner").asText(NONE).equals(NONE)
                && (topologies.isEmpty() || topologies.valueStream().anyMatch(term -> isInTopology(term, node)));
    }

    private boolean isInTopology(JsonNode term, JsonNode node) {
        var expressions = term.path("matchLabelExpressions");
        return !expressions.isEmpty() && expressions.valueStream().allMatch(expression -> {
            var value = rules.labels(node).get(expression.path("key").asText());
            return value != null
                    && expression.path("values").valueStream().map(JsonNode::asText).toList().contains(value);
        });
    }

    /** A volume that is kept for the claim, else the smallest that is as it wants. */
    private Optional<JsonNode> find(JsonNode claim, JsonNode node, Set<String> taken) {
        var able = cluster.objects("persistentvolumes").stream()
                .filter(volume -> !taken.contains(NaiveScheduler.name(volume)))
                .filter(volume -> volume.at("/spec/storageClassName").equals(claim.at("/spec/storageClassName")))
                .filter(volume -> gibibytes(volume.at("/spec/capacity/storage")) >= gibibytes(
                        claim.at("/spec/resources/requests/storage")))
                .filter(volume -> volume.at("/spec/volumeMode").asText("Filesystem")
                        .equals(claim.at("/spec/volumeMode").asText("Filesystem")))
                .filter(volume -> !volume.path("metadata").has("deletionTimestamp")).toList();
        for (var volume : able) {
            var owner = volume.at("/spec/claimRef");
            boolean own = owner.path("name").asText().equals(NaiveScheduler.name(claim))
                    && owner.path("namespace").equals(claim.at("/metadata/namespace"))
                    && (!owner.has("uid") || owner.path("uid").equals(claim.at("/metadata/uid")));
            if (own) {
                return Optional.of(volume).filter(kept -> isReached(kept, node));
            }
        }
        return able.stream()
                .filter(volume -> !volume.path("spec").has("claimRef") && isWanted(volume, claim)
                        && volume.at("/status/phase").asText().equals("Available") && isReached(volume, node))
                .min(Comparator.<JsonNode>comparingInt(volume -> gibibytes(volume.at("/spec/capacity/storage")))
                        .thenComparing(NaiveScheduler::name));
    }

    private boolean isWanted(JsonNode volume, JsonNode claim) {
        var has = volume.at("/spec/accessModes").valueStream().toList();
        var selector = claim.at("/spec/selector");
        return claim.at("/spec/accessModes").valueStream().allMatch(has::contains)
                && (selector.isMissingNode() || rules.selects(selector, rules.labels(volume)));
    }

    private static boolean isReached(JsonNode volume, JsonNode node) {
        return NaivePodRules.termsHold(volume.at("/spec/nodeAffinity/required"), node);
    }

    private static int gibibytes(JsonNode quantity) {
        return Integer.parseInt(quantity.asText().replace("Gi", ""));
    }

    /** Whether a volume is in another zone or region. */
    Optional<String> zoneReason(JsonNode pod, JsonNode node) {
        var there = rules.labels(node);
        boolean placed = PLACES.stream().anyMatch(there::containsKey);
        for (var mine : claims(pod).entrySet()) {
            if (placed && !mine.getValue() && isBound(claim(mine.getKey()))
                    && !isNear(rules.labels(volumeOf(claim(mine.getKey()))), there)) {
                return Optional.of("node(s) had no available volume zone");
            }
        }
        return Optional.empty();
    }

    private static boolean isNear(Map<String, String> volume, Map<String, String> node) {
        for (var label : PLACES) {
            var places = List.of(volume.getOrDefault(label, "").split("__", -1));
            var usual = label.replace("failure-domain.beta.kubernetes.io", "topology.kubernetes.io");
            var there = node.containsKey(label) ? node.get(label) : node.get(usual);
            if (!places.contains("") && (there == null || !places.contains(there))) {
                return false;
            }
        }
        return true;
    }
}
