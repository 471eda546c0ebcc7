package tessera.model;

import java.util.List;
import java.util.Map;
import tessera.kube.scheduling.Toleration;

/**
 * One alternative of a request of a claim.
 *
 * @param name      as results name it: {@code request} or {@code request/subrequest}
 * @param selectors CEL expressions that all hold for its devices
 * @param all       whether every device of the node is wanted that suits it
 * @param adminAccess     whether it only looks on: devices of others stay theirs
 * @param capacity  wanted amounts of devices that are shared
 */
public record DeviceSubRequest(String name, String deviceClass, List<String> selectors, boolean all, int count,
        boolean adminAccess, List<Toleration> tolerations, Map<String, String> capacity) {

    public DeviceSubRequest {
        selectors = List.copyOf(selectors);
        tolerations = List.copyOf(tolerations);
    }
}
