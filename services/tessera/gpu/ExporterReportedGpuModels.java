package tessera.gpu;

import java.util.List;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** The models that an exporter names for each board of a node, whose labels name one model or none. */
record ExporterReportedGpuModels(GpuNode node, List<DeviceReadings> devices) {

    /** Returns the node with the models of its groups as reported; itself where labels or claims say the same. */
    static GpuNode nameBoards(GpuNode node, NodeReadings readings) {
        boolean named = node.isClaimsOnly() || !node.inventory().register().entries().isEmpty()
                || readings.devices().stream().allMatch(device -> device.model().isEmpty());
        if (named) {
            return node;
        }
        var models = new ExporterReportedGpuModels(node, readings.devices());
        var groups = node.groups().stream().map(group -> group.withProduct(models.productOf(group))).toList();
        return groups.equals(node.groups()) ? node : node.withGroups(groups);
    }

    /** Returns the product of the boards that can be the group's: instances are on partitioned ones. */
    private AcceleratorProduct productOf(NodeGpuAllocationGroup group) {
        var plain = group.origin().product();
        boolean divided = group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG;
        var products = devices.stream().filter(device -> device.isPartitioned() == divided)
                .map(device -> AcceleratorCatalog.productOfDevice(device.model(), plain,
                        plain.equals(node.product()) ? node.label() : ""))
                .distinct().toList();
        return products.isEmpty() ? plain : AcceleratorProduct.combined(products);
    }
}
