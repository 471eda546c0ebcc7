package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** Resource claims of pods: created from templates, and released when their pods have ended. */
public final class SimulatedResourceClaimController extends SimulatedController {

    static final String GUARD = "resource.kubernetes.io/delete-protection";

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final String MADE = "resource.kubernetes.io/pod-claim-name";

    public SimulatedResourceClaimController(SimulatedControllerContext context) {
        super(context, "ResourceClaimController", "resource_claim");
        loop.follow(types.claimTemplates(), (kind, template) -> {});
        loop.follow(types.pods(), this::podChanged);
        loop.follow(types.deviceClaims(), (kind, claim) -> {
            if (kind != WatchEventType.DELETED && SimulatedMetadata.isDeleting(claim)) {
                scheduleClaim(SimulatedMetadata.namespaceOf(claim), SimulatedMetadata.nameOf(claim));
            }
        });
    }

    static List<String> existingClaimNames(ObjectNode pod) {
        return SimulatedPodStatus.resourceClaimNames(pod).stream().filter(name -> !name.isEmpty()).toList();
    }

    private void podChanged(WatchEventType kind, ObjectNode pod) {
        if (pod.path("spec").path("resourceClaims").isEmpty()) {
            return;
        }
        var namespace = SimulatedMetadata.namespaceOf(pod);
        boolean over = kind == WatchEventType.DELETED || SimulatedPodStatus.isFinished(pod);
        if (over) {
            existingClaimNames(pod).forEach(name -> scheduleClaim(namespace, name));
        } else if (!SimulatedMetadata.isDeleting(pod)) {
            var name = SimulatedMetadata.nameOf(pod);
            loop.schedule(List.of("pod claims", namespace, name), () -> createClaims(namespace, name));
        }
    }

    private void createClaims(String namespace, String name) throws SimulatedApiException {
        var pod = component.find(types.pods(), namespace, name);
        if (pod == null) {
            return;
        }
        for (var claim : pod.path("spec").path("resourceClaims")) {
            var template = claim.path("resourceClaimTemplateName").asText();
            var called = claim.path("name").asText();
            if (!template.isEmpty() && SimulatedPodStatus.generatedClaims(pod, called).findFirst().isEmpty()) {
                var form = component.find(types.claimTemplates(), namespace, template);
                if (form == null) {
                    component.recordEvent(types.pods(), pod, SimulatedEvent.warning("FailedResourceClaimCreation",
                            "PodResourceClaim %s: resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
                                    .formatted(called, template, template)));
                    continue;
                }
                var fresh = "%s-%s-%s".formatted(name, called, nameSuffix(SimulatedMetadata.uidOf(pod) + called));
                component.create(types.deviceClaims(), newClaim(pod, called, fresh, form));
                component.editStatus(types.pods(), pod, status -> status.withArrayProperty("resourceClaimStatuses")
                        .addObject().put("name", called).put("resourceClaimName", fresh));
            }
        }
    }

    private static ObjectNode newClaim(ObjectNode pod, String called, String fresh, ObjectNode template) {
        var claim = SimulatedMetadata.newObject("resource.k8s.io/v1", "ResourceClaim",
                SimulatedMetadata.namespaceOf(pod), fresh);
        SimulatedMetadata.annotationsOf(claim).put(MADE, called);
        SimulatedMetadata.setController(claim, pod);
        claim.set("spec", template.path("spec").path("spec").deepCopy());
        return claim;
    }

    private static String nameSuffix(String of) {
        var letters = new StringBuilder();
        long rest = Integer.toUnsignedLong(of.hashCode());
        for (int at = 0; at < SUFFIX; at++) {
            letters.append(LETTERS.charAt((int) (rest % LETTERS.length())));
            rest /= LETTERS.length();
        }
        return letters.toString();
    }

    private void scheduleClaim(String namespace, String name) {
        loop.schedule(List.of("pod claim", namespace, name), () -> releaseUnused(namespace, name));
    }

    /** Releases a claim without users, and deletes it if it was generated for an ended pod. */
    private void releaseUnused(String namespace, String name) throws SimulatedApiException {
        var claim = component.find(types.deviceClaims(), namespace, name);
        if (claim == null) {
            return;
        }
        var living = claim.path("status").path("reservedFor").valueStream().filter(user -> isUserAlive(namespace, user))
                .map(user -> user.path("uid").asText()).toList();
        var settled = component.editStatus(types.deviceClaims(), claim, status -> retainLivingUsers(status, living));
        if (!living.isEmpty()) {
            return;
        }
        component.edit(types.deviceClaims(), settled, draft -> SimulatedMetadata.removeFinalizer(draft, GUARD));
        var left = component.find(types.deviceClaims(), namespace, name);
        if (left != null && isGenerated(left) && !isAwaited(namespace, left) && !SimulatedMetadata.isDeleting(left)) {
            component.delete(types.deviceClaims(), left);
        }
    }

    private static void retainLivingUsers(ObjectNode status, List<String> living) {
        status.withArrayProperty("reservedFor").removeIf(user -> !living.contains(user.path("uid").asText()));
        if (living.isEmpty()) {
            status.remove(List.of("reservedFor", "allocation"));
        }
    }

    private static boolean isGenerated(ObjectNode claim) {
        return claim.path("metadata").path("annotations").has(MADE);
    }

    /** Returns whether the pod for which the claim was generated has still to run. */
    private boolean isAwaited(String namespace, ObjectNode claim) {
        return claim.path("metadata").path("ownerReferences").valueStream()
                .anyMatch(owner -> isUserAlive(namespace, owner));
    }

    private boolean isUserAlive(String namespace, JsonNode user) {
        var pod = component.find(types.pods(), namespace, user.path("name").asText());
        return pod != null && SimulatedMetadata.uidOf(pod).equals(user.path("uid").asText())
                && !SimulatedPodStatus.isFinished(pod);
    }
}
