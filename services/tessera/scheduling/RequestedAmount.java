package tessera.scheduling;

import java.util.List;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ResourceAmountFormatter;

/** An amount of a resource that a pod requests, told with the name of the resource: {@code 8 × nvidia.com/gpu}. */
public record RequestedAmount(String resource, long amount) {

    /** Returns the amounts of some of the requested resources. */
    static List<RequestedAmount> listOf(List<String> resources, ResourceAmounts requests) {
        return resources.stream().map(name -> new RequestedAmount(name, requests.get(name))).toList();
    }

    @Override
    public String toString() {
        return ResourceAmountFormatter.amountWithName(resource, amount);
    }
}
