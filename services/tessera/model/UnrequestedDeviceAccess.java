package tessera.model;

import java.util.List;
import java.util.Map;

/**
 * Access of a pod to accelerators without requests and claims: annotations of GPU-sharing schedulers, and devices that its specification opens directly.
 *
 * @param annotations    annotations of GPU-sharing schedulers (KAI, HAMi, Volcano)
 * @param visibleDevices value of {@code NVIDIA_VISIBLE_DEVICES} in a container's environment; empty where it is not set, or
 *                       names no device ({@code void}, {@code none})
 * @param hostDevices    device files of accelerators that are mounted from the host, e.g. {@code /dev/nvidia0}
 * @param privileged     whether a container is privileged, so that it sees all devices of its node
 * @param runtimeClass   NVIDIA's RuntimeClass, which shows the devices that an image names in its own environment, e.g. that of
 *                       CUDA; empty for any other, and where the containers name none
 */
public record UnrequestedDeviceAccess(Map<String, String> annotations, String visibleDevices, List<String> hostDevices,
        boolean privileged, String runtimeClass) {

    public static final UnrequestedDeviceAccess NONE = new UnrequestedDeviceAccess(Map.of(), "", List.of(), false, "");

    public UnrequestedDeviceAccess {
        hostDevices = List.copyOf(hostDevices);
    }

    /** Returns the annotation's value, empty when the pod does not carry it. */
    public String annotation(String key) {
        return annotations.getOrDefault(key, "");
    }
}
