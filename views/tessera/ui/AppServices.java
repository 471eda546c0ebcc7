package tessera.ui;

import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;

/**
 * The services of the application for the window, for those who make its screens; a screen sees those it needs. Every method returns at
 * once, except for those that say that they wait.
 */
public interface AppServices extends ScreenServices, DeviceHistorySource, ClusterChooser, LocalUserData {

    @Override
    default GpuFleet currentFleet(AcceleratorCatalog accelerators) {
        return newFleetReader(accelerators).read(snapshots().get(), deviceReadings().get());
    }
}
