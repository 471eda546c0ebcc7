package tessera.model;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceClaim: requests for devices, their allocation and consumers.
 *
 * @param created    by the server's clock; null when the object does not say
 * @param deleting   whether it is being deleted; its devices stay taken until the driver lets go
 * @param owner      the pod it was made for; {@link ControllerRef#NONE} for one that somebody made by hand
 * @param extended   whether the scheduler made it for an extended resource that a pod asks for
 * @param allocation what it was given; null while it waits
 * @param consumers  whom it is reserved for
 */
public record ResourceClaim(String namespace, String name, @Nullable Instant created, boolean deleting,
        ControllerRef owner, boolean extended, List<ClaimDeviceRequest> requests, List<DeviceConstraint> constraints,
        @Nullable ResourceClaimAllocation allocation, List<ResourceClaimConsumer> consumers) implements DraObject {

    public ResourceClaim {
        requests = List.copyOf(requests);
        constraints = List.copyOf(constraints);
        consumers = List.copyOf(consumers);
    }

    /** By its name alone: claims are looked up often, and no two have one name. */
    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    /** Returns what tells it from all others. */
    public String key() {
        return namespace + "/" + name;
    }

    public boolean isAllocated() {
        return allocation != null;
    }

    /** Returns the allocated devices, those with admin access included. */
    public List<AllocatedDevice> devices() {
        if (allocation == null) {
            return List.of();
        }
        return allocation.devices();
    }

    /** Returns the pools of the allocated devices. */
    public Set<String> poolKeys() {
        return devices().stream().map(AllocatedDevice::poolKey).collect(Collectors.toSet());
    }

    /** Returns the devices that it withholds from others: those with admin access stay free. */
    public Stream<AllocatedDevice> exclusiveDevices() {
        return devices().stream().filter(device -> !device.adminAccess());
    }

    /** Returns the only node that reaches its devices; empty where others do, or while it has none. */
    public String nodeName() {
        return allocation == null ? "" : allocation.node();
    }

    /** Returns the pods it is reserved for, with their namespace. */
    public List<String> podKeys() {
        return consumers.stream().filter(ResourceClaimConsumer::isPod).map(pod -> namespace + "/" + pod.name())
                .toList();
    }
}
