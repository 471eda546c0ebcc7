package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.model.ImageName;

/** What a kubelet says of images that nobody has. */
record ImagePulls(ControlComponent component, ControllerKinds kinds) {

    /** Whether the name of an image of the pod is none, which no kubelet asks a registry for; the pod then shows it. */
    boolean unreadable(ObjectNode pod) throws ApiError {
        var image = first(pod, each -> ImageName.fault(each).isPresent());
        if (!image.isEmpty()) {
            var message = "Failed to apply default image tag \"%s\": couldn't parse image name \"%s\": invalid reference format"
                    .formatted(image, image);
            tell(pod, EventNote.warning("InspectFailed", message));
            tell(pod, EventNote.warning("Failed", "Error: InvalidImageName"));
            component.editStatus(kinds.pods(), pod, status -> ContainerStatuses.pullFails(status, "InvalidImageName",
                    message));
        }
        return !image.isEmpty();
    }

    /** Whether an image of the pod cannot be had; the pod then shows it. */
    boolean fail(ObjectNode pod) throws ApiError {
        var image = missing(pod);
        if (!image.isEmpty()) {
            var message = message(image);
            tell(pod, EventNote.normal("Pulling", "Pulling image \"" + image + "\""));
            tell(pod, EventNote.warning("Failed", "Failed to pull image \"" + image + "\": " + message));
            tell(pod, EventNote.warning("Failed", "Error: ErrImagePull"));
            component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.pullFails(status, "ErrImagePull", message));
        }
        return !image.isEmpty();
    }

    /** It is not tried again for a while. */
    void backOff(ObjectNode pod) throws ApiError {
        var image = missing(pod);
        tell(pod, EventNote.normal("BackOff", "Back-off pulling image \"" + image + "\""));
        component.editStatus(kinds.pods(), pod, status -> ContainerStatuses.pullFails(status, "ImagePullBackOff",
                "Back-off pulling image \"" + image + "\": ErrImagePull: " + message(image)));
    }

    /** The first of its images that nobody has; empty for none. */
    private static String missing(ObjectNode pod) {
        return first(pod, ContainerBehaviour::imageMissing);
    }

    private static String first(ObjectNode pod, Predicate<String> such) {
        for (var container : pod.path("spec").path("containers")) {
            var image = container.path("image").asText();
            if (such.test(image)) {
                return image;
            }
        }
        return "";
    }

    private static String message(String image) {
        return "rpc error: code = NotFound desc = failed to pull and unpack image \"%s\": failed to resolve reference "
                .formatted(image) + "\"%s\": %s: not found".formatted(image, image);
    }

    private void tell(ObjectNode pod, EventNote note) {
        component.tell(kinds.pods(), pod, note.on(StoreJson.text(pod, "spec", "nodeName")));
    }
}
