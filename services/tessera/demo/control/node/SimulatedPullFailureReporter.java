package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.model.ContainerImageNameValidator;

/** Kubelet events and statuses for images that do not exist. */
record SimulatedPullFailureReporter(SimulatedControlPlaneComponent component, SimulatedControllerResourceTypes types) {

    /** Returns whether an image name of the pod is invalid, which the pod's status then shows. */
    boolean hasInvalidImageName(ObjectNode pod) throws SimulatedApiException {
        var image = firstImage(pod, each -> ContainerImageNameValidator.problemText(each).isPresent());
        if (!image.isEmpty()) {
            var message = "Failed to apply default image tag \"%s\": couldn't parse image name \"%s\": invalid reference format"
                    .formatted(image, image);
            recordEvent(pod, SimulatedEventContent.warningEvent("InspectFailed", message));
            recordEvent(pod, SimulatedEventContent.warningEvent("Failed", "Error: InvalidImageName"));
            component.editStatus(types.pods(), pod,
                    status -> SimulatedContainerStatusWriter.failImagePull(status, "InvalidImageName",
                            message));
        }
        return !image.isEmpty();
    }

    /** Returns whether an image of the pod does not exist, which the pod's status then shows. */
    boolean failsToPull(ObjectNode pod) throws SimulatedApiException {
        var image = missingImage(pod);
        if (!image.isEmpty()) {
            var message = pullErrorMessage(image);
            recordEvent(pod, SimulatedEventContent.normalEvent("Pulling", "Pulling image \"" + image + "\""));
            recordEvent(pod,
                    SimulatedEventContent.warningEvent("Failed", "Failed to pull image \"" + image + "\": " + message));
            recordEvent(pod, SimulatedEventContent.warningEvent("Failed", "Error: ErrImagePull"));
            component.editStatus(types.pods(), pod,
                    status -> SimulatedContainerStatusWriter.failImagePull(status, "ErrImagePull", message));
        }
        return !image.isEmpty();
    }

    /** Marks the pod as backing off from the pull. */
    void backOff(ObjectNode pod) throws SimulatedApiException {
        var image = missingImage(pod);
        recordEvent(pod, SimulatedEventContent.normalEvent("BackOff", "Back-off pulling image \"" + image + "\""));
        component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.failImagePull(status, "ImagePullBackOff",
                        "Back-off pulling image \"" + image + "\": ErrImagePull: " + pullErrorMessage(image)));
    }

    /** Returns the first image that does not exist; empty if there is none. */
    private static String missingImage(ObjectNode pod) {
        return firstImage(pod, SimulatedContainerBehavior::isMissingImage);
    }

    private static String firstImage(ObjectNode pod, Predicate<String> such) {
        for (var container : pod.path("spec").path("containers")) {
            var image = container.path("image").asText();
            if (such.test(image)) {
                return image;
            }
        }
        return "";
    }

    private static String pullErrorMessage(String image) {
        return "rpc error: code = NotFound desc = failed to pull and unpack image \"%s\": failed to resolve reference "
                .formatted(image) + "\"%s\": %s: not found".formatted(image, image);
    }

    private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
        component.recordEvent(types.pods(), pod, note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
    }
}
