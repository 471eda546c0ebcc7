package tessera.demo.control.placing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** Makes the resource claims that pods ask for by templates, and lets go of those whose pods are over. */
public final class PodClaims {

    static final String GUARD = "resource.kubernetes.io/delete-protection";

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final String MADE = "resource.kubernetes.io/pod-claim-name";
    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;

    public PodClaims(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "ResourceClaimController", "resource_claim");
        loop.follow(kinds.claimTemplates(), (kind, template) -> {});
        loop.follow(kinds.pods(), this::podChanged);
        loop.follow(kinds.deviceClaims(), (kind, claim) -> {
            if (kind != StoreChange.ChangeKind.DELETED && claim.path("metadata").hasNonNull("deletionTimestamp")) {
                soon(StoreJson.text(claim, "metadata", "namespace"), StoreJson.text(claim, "metadata", "name"));
            }
        });
    }

    /** Of the claims of a pod those that are there. */
    static List<String> names(ObjectNode pod) {
        var names = new ArrayList<String>();
        for (var claim : pod.path("spec").path("resourceClaims")) {
            names.add(made(pod, claim.path("name").asText(), claim.path("resourceClaimName").asText()));
        }
        names.removeIf(String::isEmpty);
        return names;
    }

    private static String made(ObjectNode pod, String name, String otherwise) {
        for (var each : pod.path("status").path("resourceClaimStatuses")) {
            if (each.path("name").asText().equals(name)) {
                return each.path("resourceClaimName").asText();
            }
        }
        return otherwise;
    }

    private void podChanged(StoreChange.ChangeKind kind, ObjectNode pod) {
        if (pod.path("spec").path("resourceClaims").isEmpty()) {
            return;
        }
        var namespace = StoreJson.text(pod, "metadata", "namespace");
        boolean over = kind == StoreChange.ChangeKind.DELETED
                || OVER.contains(StoreJson.text(pod, "status", "phase"));
        if (over) {
            names(pod).forEach(name -> soon(namespace, name));
        } else if (!pod.path("metadata").hasNonNull("deletionTimestamp")) {
            var name = StoreJson.text(pod, "metadata", "name");
            loop.soon(List.of("pod claims", namespace, name), () -> make(namespace, name));
        }
    }

    private void make(String namespace, String name) throws ApiError {
        var pod = component.find(kinds.pods(), namespace, name);
        if (pod == null) {
            return;
        }
        for (var claim : pod.path("spec").path("resourceClaims")) {
            var template = claim.path("resourceClaimTemplateName").asText();
            var called = claim.path("name").asText();
            if (!template.isEmpty() && made(pod, called, "").isEmpty()) {
                var form = component.find(kinds.claimTemplates(), namespace, template);
                if (form == null) {
                    component.tell(kinds.pods(), pod, EventNote.warning("FailedResourceClaimCreation",
                            "PodResourceClaim %s: resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
                                    .formatted(called, template, template)));
                    continue;
                }
                var fresh = "%s-%s-%s".formatted(name, called, suffix(StoreJson.text(pod, "metadata", "uid") + called));
                component.create(kinds.deviceClaims(), of(pod, called, fresh, form));
                component.editStatus(kinds.pods(), pod, status -> status.withArrayProperty("resourceClaimStatuses")
                        .addObject().put("name", called).put("resourceClaimName", fresh));
            }
        }
    }

    private static ObjectNode of(ObjectNode pod, String called, String fresh, ObjectNode template) {
        var claim = StoreJson.object().put("kind", "ResourceClaim").put("apiVersion", "resource.k8s.io/v1");
        var metadata = claim.putObject("metadata").put("name", fresh)
                .put("namespace", StoreJson.text(pod, "metadata", "namespace"));
        metadata.putObject("annotations").put(MADE, called);
        metadata.putArray("ownerReferences").addObject().put("apiVersion", "v1").put("kind", "Pod")
                .put("name", StoreJson.text(pod, "metadata", "name")).put("uid", StoreJson.text(pod, "metadata", "uid"))
                .put("controller", true).put("blockOwnerDeletion", true);
        claim.set("spec", template.path("spec").path("spec").deepCopy());
        return claim;
    }

    private static String suffix(String of) {
        var letters = new StringBuilder();
        long rest = Integer.toUnsignedLong(of.hashCode());
        for (int at = 0; at < SUFFIX; at++) {
            letters.append(LETTERS.charAt((int) (rest % LETTERS.length())));
            rest /= LETTERS.length();
        }
        return letters.toString();
    }

    private void soon(String namespace, String name) {
        loop.soon(List.of("pod claim", namespace, name), () -> settle(namespace, name));
    }

    /** A claim that nobody uses holds nothing, and one that was made for a pod goes with it. */
    private void settle(String namespace, String name) throws ApiError {
        var claim = component.find(kinds.deviceClaims(), namespace, name);
        if (claim == null) {
            return;
        }
        var living = claim.path("status").path("reservedFor").valueStream()
                .filter(user -> lives(namespace, user)).map(user -> user.path("uid").asText()).toList();
        var settled = component.editStatus(kinds.deviceClaims(), claim, status -> {
            keep(status.withArrayProperty("reservedFor"), user -> living.contains(user.path("uid").asText()));
            if (living.isEmpty()) {
                status.remove(List.of("reservedFor", "allocation"));
            }
        });
        if (!living.isEmpty()) {
            return;
        }
        component.edit(kinds.deviceClaims(), settled,
                draft -> keep(StoreJson.child(draft, "metadata").withArrayProperty("finalizers"),
                        guard -> !guard.asText().equals(GUARD)));
        var left = component.find(kinds.deviceClaims(), namespace, name);
        if (left != null && made(left) && !awaited(namespace, left)
                && !left.path("metadata").hasNonNull("deletionTimestamp")) {
            component.delete(kinds.deviceClaims(), left, DeleteOptions.USUAL);
        }
    }

    private static boolean made(ObjectNode claim) {
        return claim.path("metadata").path("annotations").has(MADE);
    }

    /** Whether the pod that it was made for is still to run. */
    private boolean awaited(String namespace, ObjectNode claim) {
        return claim.path("metadata").path("ownerReferences").valueStream().anyMatch(owner -> lives(namespace, owner));
    }

    private boolean lives(String namespace, JsonNode user) {
        var pod = component.find(kinds.pods(), namespace, user.path("name").asText());
        return pod != null && StoreJson.text(pod, "metadata", "uid").equals(user.path("uid").asText())
                && !OVER.contains(StoreJson.text(pod, "status", "phase"));
    }

    private static void keep(ArrayNode list, Predicate<JsonNode> which) {
        for (int at = list.size() - 1; at >= 0; at--) {
            if (!which.test(list.path(at))) {
                list.remove(at);
            }
        }
    }
}
