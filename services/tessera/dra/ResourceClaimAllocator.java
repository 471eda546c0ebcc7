package tessera.dra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.ClaimDeviceRequest;
import tessera.model.DeviceConstraint;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/** An allocation of one claim on one node, with the first devices that fit, as a scheduler does it. */
record ResourceClaimAllocator(NodeDraDeviceIndex index, DeviceSelectorEvaluator selectors, ResourceClaim claim,
        String node, DraDeviceUsage use) {

    /** A device picked for a request, with the subrequest that it fulfils. */
    private record DevicePick(ResourcePoolDevice device, DeviceSubRequest option) {}

    /** Allocates the devices; empty, with nothing taken, where the claim does not fit. */
    Optional<List<ClaimDeviceAllocation>> allocate() {
        var there = index.reachableFrom(node).stream().filter(entry -> entry.pool().isAllocatable())
                .map(DraDeviceInventory.InventoryDevice::device).toList();
        return tryConstraintValues(0, Map.of(), there).map(this::allocationsOf);
    }

    private List<ClaimDeviceAllocation> allocationsOf(List<DevicePick> picks) {
        return picks.stream().map(pick -> {
            use.takeDevice(pick.device(), pick.option());
            return new ClaimDeviceAllocation(claim.name(), pick.option().name(), pick.device().driver(),
                    pick.device().pool(), pick.device().name());
        }).toList();
    }

    /** Tries each value that devices of a constraint could have in common. */
    private Optional<List<DevicePick>> tryConstraintValues(int at, Map<String, String> fixed,
            List<ResourcePoolDevice> there) {
        var constraints = claim.constraints();
        if (at == constraints.size()) {
            return pickForRequests(fixed, there);
        }
        var constraint = constraints.get(at);
        if (constraint.matchAttribute().isEmpty()) {
            return tryConstraintValues(at + 1, fixed, there);
        }
        var values = new LinkedHashSet<String>();
        there.forEach(device -> values.add(device.attributeText(constraint.matchAttribute())));
        values.remove("");
        for (var value : values) {
            var more = new HashMap<>(fixed);
            more.put(Integer.toString(at), value);
            var found = tryConstraintValues(at + 1, more, there);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** @param fixed value of the attribute of each constraint that wants an equal one, by its number */
    private Optional<List<DevicePick>> pickForRequests(Map<String, String> fixed, List<ResourcePoolDevice> there) {
        var picks = new ArrayList<DevicePick>();
        var mine = new HashSet<String>();
        var left = use.copy();
        var distinct = new HashSet<String>();
        for (var request : claim.requests()) {
            boolean served = false;
            for (var option : request.options()) {
                if (!served) {
                    var got = pickDevices(request, option, there.stream().filter(
                            device -> !mine.contains(device.key()) && matchesConstraints(request, device, fixed))
                            .toList(), left, distinct);
                    served = !got.isEmpty();
                    got.stream().filter(ResourceClaimAllocator::isExclusive)
                            .forEach(pick -> mine.add(pick.device().key()));
                    picks.addAll(got);
                }
            }
            if (!served) {
                return Optional.empty();
            }
        }
        return Optional.of(picks);
    }

    private List<DevicePick> pickDevices(ClaimDeviceRequest request, DeviceSubRequest option,
            List<ResourcePoolDevice> there, DraDeviceUsage left, Set<String> distinct) {
        // Whoever wants all is refused while it is not known which all are.
        if (option.all() && index.reachesPool(node, pool -> !pool.isComplete())) {
            return List.of();
        }
        var usage = left.copy();
        var values = new HashSet<>(distinct);
        var picks = new ArrayList<DevicePick>();
        long suited = 0;
        for (var device : there) {
            if (selectors.matchesRequest(option, device) && (option.all() || picks.size() < option.count())) {
                suited++;
                boolean again = true;
                while (again && device.untoleratedTaints(option.tolerations()).isEmpty()
                        && usage.isAvailable(device, option) && isDistinct(request, device, values)) {
                    var pick = new DevicePick(device, option);
                    picks.add(pick);
                    usage.takeDevice(device, option);
                    again = !isExclusive(pick) && picks.size() < option.count();
                }
            }
        }
        boolean enough = option.all() ? suited > 0 && picks.size() == suited : picks.size() >= option.count();
        if (!enough || picks.isEmpty()) {
            return List.of();
        }
        picks.forEach(pick -> left.takeDevice(pick.device(), option));
        distinct.addAll(values);
        return picks;
    }

    /** Returns whether a claim has a device only once, as of all devices but those of which it may take several shares. */
    private static boolean isExclusive(DevicePick pick) {
        return !pick.device().device().shareable() || pick.option().adminAccess() || pick.option().all();
    }

    private boolean matchesConstraints(ClaimDeviceRequest request, ResourcePoolDevice device,
            Map<String, String> fixed) {
        for (int at = 0; at < claim.constraints().size(); at++) {
            var value = fixed.get(Integer.toString(at));
            var constraint = claim.constraints().get(at);
            if (value != null && appliesTo(constraint, request)
                    && !device.attributeText(constraint.matchAttribute()).equals(value)) {
                return false;
            }
        }
        return true;
    }

    /** @param values those that devices have already, behind the number of the constraint that lets each have one of its own */
    private boolean isDistinct(ClaimDeviceRequest request, ResourcePoolDevice device, Set<String> values) {
        var more = new HashSet<String>();
        for (int at = 0; at < claim.constraints().size(); at++) {
            var constraint = claim.constraints().get(at);
            if (!constraint.distinctAttribute().isEmpty() && appliesTo(constraint, request)) {
                var value = device.attributeText(constraint.distinctAttribute());
                if (value.isEmpty() || values.contains(at + value)) {
                    return false;
                }
                more.add(at + value);
            }
        }
        values.addAll(more);
        return true;
    }

    private static boolean appliesTo(DeviceConstraint constraint, ClaimDeviceRequest request) {
        return constraint.requests().isEmpty() || constraint.requests().stream()
                .anyMatch(name -> name.equals(request.name()) || name.startsWith(request.name() + "/"));
    }
}
